import { expect, test } from 'vitest'
import { createAuthority } from '#contract/keys/authorities.ts'
import {
  authorityForm,
  emptyAuthorityForm,
  reviewOf,
  toCreateAuthority,
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
    Name: 'CN=Example Root, O=Example Corp',
    Key: 'EC 384',
    'Valid for': '3650 days',
    Rights: 'Can issue certificates for any name\nAny number of subordinate CA levels',
  })
  expect(review({ pathLength: '0' }).Rights).toMatch(/\nNo subordinate CAs$/)
  expect(review({ pathLength: '1' }).Rights).toMatch(/\nUp to 1 subordinate CA level$/)
  expect(review({ pathLength: '2' }).Rights).toMatch(/\nUp to 2 subordinate CA levels$/)
})
