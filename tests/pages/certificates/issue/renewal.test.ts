import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ReadCertificate, readCertificates } from '#components/issuing/read/read-certificate.ts'
import { type Authority, keyOf } from '#components/issuing/sign-form.ts'
import { itself } from '#pages/certificates/issue/issue.ts'
import { formOf, issuerOf, renewalReview } from '#pages/certificates/issue/renewal.ts'

const vector = (name: string) => readCertificates(readFileSync(`tests/crypto/vectors/x509/${name}`))
const [leaf] = vector('leaf.pem') as [ReadCertificate]
const [intermediate] = vector('intermediate.pem') as [ReadCertificate]
const [root] = vector('root.pem') as [ReadCertificate]
const authority = (more: Partial<Authority> = {}): Authority => ({
  signType: 'signWithRoot',
  commonName: 'Authority',
  serialNumber: intermediate.serialNumber.toUpperCase(),
  canSign: true,
  ...more,
})

test('whoever signed it is offered again, if it can: a root of our own by its serial number, or itself', () => {
  expect(issuerOf([leaf, intermediate, root], [authority()])).toBe(keyOf(authority()))
  expect(issuerOf([leaf, intermediate, root], [authority({ canSign: false })])).toBe('')
  expect(issuerOf([leaf, intermediate, root], [authority({ serialNumber: '01' })])).toBe('')
  expect(issuerOf([leaf], [authority()])).toBe('')
  expect(issuerOf([root], [])).toBe(itself)
})

test('the new one is what the old one is, but for the key', () => {
  const form = formOf(leaf, itself)
  expect(form.commonName).toBe(leaf.subject.commonName)
  const ofOtherKinds = /^(other name|directory|registered id) /
  expect(leaf.names.some((name) => ofOtherKinds.test(name))).toBe(true)
  expect(form.altNames.split('\n')).toEqual(leaf.names.filter((name) => !ofOtherKinds.test(name)))
  expect(form.algorithm).toBe(leaf.key.algorithm)
  const days = (leaf.notAfter.getTime() - leaf.notBefore.getTime()) / 86_400_000
  expect([form.validity, form.validityType]).toEqual([String(Math.round(days)), 'days'])
  expect([form.password, form.audience]).toEqual(['', 'private'])
})

test('one of some hours is renewed for hours, not for days', () => {
  const notAfter = new Date(leaf.notBefore.getTime() + 12 * 3_600_000)
  expect(formOf({ ...leaf, notAfter }, itself)).toMatchObject({ validity: '12', validityType: 'hours' })
})

test('the review says what stays and what it was before', () => {
  const before = formOf(leaf, itself)
  const lines = renewalReview({ ...before, altNames: 'new.example', validity: '30' }, before, 'Self-signed')
  const said = (label: string) => lines.find((line) => line.label === label)?.value
  expect(said('Subject')).toMatch(/\nUnchanged$/)
  const own = `${before.commonName}, the common name` // it stays a name, also where somebody left it out
  expect(said('Names')).toBe(`new.example\n${own}\nBefore: ${before.altNames}`)
  expect(said('Key')).toContain('newly generated')
  expect(said('Valid for')).toMatch(/^30 days\nBefore: /)
})

test('the certificate of an authority is told from others, with the authorities that may stand below it', () => {
  expect(leaf.authority).toBeUndefined()
  expect(root.authority).toEqual({ pathLength: undefined })
  expect(intermediate.authority).toEqual({ pathLength: 0 })
})
