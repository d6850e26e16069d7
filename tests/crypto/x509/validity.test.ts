import { expect, test } from 'vitest'
import { validityOf, withinIssuer } from '#crypto/x509/validity.ts'
import { refusalOf } from '../refusal-of.ts'

const noon = new Date('2026-11-20T12:00:00.700Z')
const times = ({ notBefore, notAfter }: { notBefore: Date; notAfter: Date }) => [
  notBefore.toISOString(),
  notAfter.toISOString(),
]

test.each([
  [90, 'days', '2027-02-18T12:00:00.000Z'],
  [36, 'hours', '2026-11-22T00:00:00.000Z'],
  [5, 'minutes', '2026-11-20T12:05:00.000Z'],
] as const)('%s %s from noon', (amount, unit, end) => {
  expect(times(validityOf(amount, unit, noon))).toEqual(['2026-11-20T12:00:00.000Z', end])
})

test.each([0, -1, 1.5, Number.NaN, Infinity, 1e12])('a validity of %s days is refused', (amount) => {
  expect(refusalOf(() => validityOf(amount, 'days', noon))).toMatchObject({ reason: 'not-allowed', field: 'validity' })
})

test('a certificate for as long as its issuer, made a minute later, ends with the issuer', () => {
  const issuer = validityOf(365, 'days', noon)
  const later = new Date(noon.getTime() + 60_000)
  expect(withinIssuer(validityOf(365, 'days', later), issuer).notAfter).toEqual(issuer.notAfter)
})

test('one that would outlive its issuer by more than a day is refused, and told until when', () => {
  const refusal = refusalOf(() => withinIssuer(validityOf(367, 'days', noon), validityOf(365, 'days', noon)))
  expect(refusal).toMatchObject({ reason: 'not-allowed', field: 'validity' })
  expect(refusal.message).toContain('2027-11-20')
})

test('nothing is issued by an issuer that has ended, or has not begun', () => {
  const ended = validityOf(1, 'days', new Date('2020-01-01T00:00:00Z'))
  const unborn = validityOf(1, 'days', new Date('2090-01-01T00:00:00Z'))
  expect(refusalOf(() => withinIssuer(validityOf(1, 'days', noon), ended))).toMatchObject({ field: 'issuer' })
  expect(refusalOf(() => withinIssuer(validityOf(1, 'days', noon), unborn))).toMatchObject({ field: 'issuer' })
})
