import { expect, test } from 'vitest'
import { type Authority, byHand, emptySignForm, keyOf, type SignForm } from '#components/issuing/sign-form.ts'
import { reviewOf } from '#pages/requests/sign/sign-review.ts'

const root: Authority = { signType: 'signWithRoot', commonName: 'Root', serialNumber: '0A', canSign: true }
const external: Authority = { signType: 'EXTCA', commonName: 'CA', serverName: 'ca.example', caName: 'Corp' }
const all = [root, external]

/** The lines of the review by their labels. */
const review = (form: Partial<SignForm>) =>
  Object.fromEntries(
    reviewOf({ ...emptySignForm, ...form }, all, {
      kept: '',
      unread: 'Unknown: the request could not be read',
      id: '7',
      request: { CSR_ID: 7, DOMAIN_NAME: 'www.example.com' },
      read: undefined,
    }).map(({ label, value }) => [label, value]),
  )
const byRoot = { authority: keyOf(root), intermediate: true }

test('without the mark of an authority, a root issues for an end entity', () => {
  expect(review({ authority: keyOf(root) })).toMatchObject({
    'Signed by': 'Root\nSerial number 0A',
    Type: 'End entity: cannot issue certificates',
  })
})

test('an intermediate without limits issues for any name, and has no authority below it', () => {
  expect(review(byRoot).Type).toBe('Intermediate CA. Can issue certificates for any name\nNo subordinate CAs')
})

test('path length and names of an intermediate are told as they will be', () => {
  const limited = {
    ...byRoot,
    pathLength: '2',
    permittedNames: ' example.com, 10.0.0.0/8 ',
    excludedNames: 'x.example.com',
  }
  expect(review(limited).Type).toBe(
    'Intermediate CA. Can issue certificates for these names: example.com, 10.0.0.0/8, except for x.example.com\nUp to 2 subordinate CA levels',
  )
  expect(review({ ...byRoot, pathLength: '1' }).Type).toMatch(/\nUp to 1 subordinate CA level$/)
})

test('a template for servers yields no authority; one that is not known may', () => {
  const template = (templateName: string) => review({ authority: keyOf(external), templateName }).Type
  expect(template('WebServer')).toBe('End entity: cannot issue certificates')
  const unknown = 'Set by the template: this certificate may be able to issue certificates for any name'
  expect([template('SubCA'), template('Our own')]).toEqual([unknown, unknown])
})

test('limits are not claimed for a root that the server does not list, which would ignore them', () => {
  const hand = {
    ...byRoot,
    authority: byHand.signWithRoot,
    rootName: 'Other',
    rootSerial: '01',
    permittedNames: 'a.example',
  }
  expect(review(hand).Type).toContain('for any name')
})
