import { expect, test } from 'vitest'
import { createAuthority } from '#contract/keys/authorities.ts'
import {
  adviceOn,
  authorityForm,
  emptyAuthorityForm,
  limitField,
  limitsIn,
  reviewOf,
  toCreateAuthority,
  whyNotAbove,
} from '#pages/certificates/authority/authority-form.ts'

const form = { ...emptyAuthorityForm, commonName: ' Example Root ' }
const messagesOf = (change: object) =>
  authorityForm.safeParse({ ...form, ...change }).error?.issues.map(({ message }) => message)
const review = (change: object) =>
  Object.fromEntries(reviewOf({ ...form, ...change }).map(({ label, value }) => [label, value]))

test('a name is enough for a root that is valid for ten years', () => {
  const input = toCreateAuthority(form)
  expect(input).toEqual({ CNAME: 'Example Root', ALG: 'EC', LEN: '384', Validity: 3650 })
  expect(createAuthority.input.safeParse(input).success).toBe(true)
})

test('everything that was typed is sent, and a path length of 0 is not left out', () => {
  const input = toCreateAuthority({
    ...form,
    organization: 'Example Corp',
    unit: 'Security',
    locality: 'Springfield',
    state: 'Ohio',
    country: 'us',
    algorithm: 'RSA',
    digest: 'SHA512',
    days: '7300',
    pathLength: '0',
  })
  expect(input).toEqual({
    CNAME: 'Example Root',
    ORG: 'Example Corp',
    ORGUNIT: 'Security',
    LOCATION: 'Springfield',
    STATE: 'Ohio',
    COUNTRY: 'US',
    ALG: 'RSA',
    LEN: '4096',
    SIGALG: 'SHA512',
    Validity: 7300,
    pathLength: 0,
  })
})

test('Ed25519 has one length, and no digest of its own', () => {
  expect(toCreateAuthority({ ...form, algorithm: 'Ed25519', digest: 'SHA512' })).toEqual({
    CNAME: 'Example Root',
    ALG: 'Ed25519',
    Validity: 3650,
  })
})

test('what the service would refuse is said at its field', () => {
  expect(messagesOf({})).toBeUndefined()
  expect(messagesOf({ commonName: ' ' })).toEqual(['Enter a name for the authority'])
  expect(messagesOf({ commonName: 'x'.repeat(65) })).toEqual(['Use 64 characters or fewer'])
  expect(messagesOf({ country: 'USA' })).toEqual(['Enter a two-letter country code, such as US, or leave empty'])
  expect(messagesOf({ days: '36501' })).toEqual(['Enter 36,500 days or fewer'])
  expect(messagesOf({ days: '' })).toEqual(['Enter a whole number of days above 0'])
  expect(messagesOf({ pathLength: '11' })).toEqual(['Enter a whole number from 0 to 10, or leave empty'])
})

test('the review says what the authority can do', () => {
  expect(review({ organization: 'Example Corp' })).toEqual({
    Issuer: 'None: a root, self-signed',
    Name: 'CN=Example Root, O=Example Corp',
    Key: 'EC 384',
    'Valid for': '3,650 days',
    Rights: 'Can issue certificates for any name\nAny number of subordinate CA levels',
  })
  expect(review({ pathLength: '0' }).Rights).toMatch(/\nNo subordinate CAs$/)
  expect(review({ pathLength: '1' }).Rights).toMatch(/\nUp to 1 subordinate CA level$/)
  expect(review({ pathLength: '2' }).Rights).toMatch(/\nUp to 2 subordinate CA levels$/)
})

const above = { sha256: 'AA', commonName: 'Example Root', pathLength: 1, ExpiryDate: '2027-01-11T00:00:00Z' }
const now = Date.parse('2027-01-01T00:00:00Z')

test('an issuing authority names its issuer and the names that it may issue for', () => {
  const issuing = { ...form, issuer: 'AA', days: '10', permittedNames: ' example.com ' }
  const input = toCreateAuthority(issuing)
  expect(input).toMatchObject({ issuer: 'AA', permittedNames: 'example.com' })
  expect(createAuthority.input.safeParse(input).success).toBe(true)
  expect(toCreateAuthority({ ...issuing, issuer: form.issuer })).not.toHaveProperty('permittedNames')
  const said = reviewOf(issuing, [above]).map(({ value }) => value)
  expect(said).toContain('Example Root')
  expect(said).toContain('Can issue certificates for these names: example.com\nNo subordinate CAs')
  expect(messagesOf({ issuer: '' })).toEqual(['Choose an issuer'])
})

test('what the issuer does not allow is said before it is sent', () => {
  const fields = (change: object) =>
    adviceOn({ ...form, issuer: 'AA', ...change }, [above], now).map(({ field }) => field)
  expect(fields({ days: '10' })).toEqual([])
  expect(fields({ days: '12' })).toEqual(['days'])
  expect(fields({ days: '10', pathLength: '1' })).toEqual(['pathLength'])
  expect(fields({ issuer: form.issuer, days: '9000', pathLength: '9' }), 'a root').toEqual([])
})

test('an authority that cannot have another below it says why', () => {
  expect(whyNotAbove(above)).toBeUndefined()
  expect(whyNotAbove({ ...above, canSign: false, reason: 'Revoked' })).toBe('cannot sign: Revoked')
  expect(whyNotAbove({ ...above, pathLength: 0 })).toBe('may not have authorities below it')
  expect(whyNotAbove({ ...above, profiles: ['Server'] })).toBe('is limited to other profiles')
  expect(whyNotAbove({ ...above, profiles: ['Server', 'Sub-CA'] })).toBeUndefined()
})

test('a new authority is limited to the chosen profiles that there are, whatever is in their names', () => {
  const known = ['Server', "O'Brien's [v1.2], web"]
  expect(limitField(known[1] ?? '')).not.toMatch(/[.,[\]'"]/)
  const profiles = Object.fromEntries([...known, 'deleted'].map((name) => [limitField(name), true]))
  expect(limitsIn({ ...form, profiles }, known)).toEqual(known)
  // What a form says of boxes that nobody has touched.
  expect(messagesOf({ profiles: { [limitField('Server')]: true, Client: undefined } })).toBeUndefined()
  expect(reviewOf({ ...form, profiles: {} }, [], known).find(({ label }) => label === 'Profiles')?.value).toBe('All')
  expect(reviewOf(form).some(({ label }) => label === 'Profiles')).toBe(false)
})
