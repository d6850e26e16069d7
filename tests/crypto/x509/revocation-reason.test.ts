import { expect, test } from 'vitest'
import { reasonFromCrl, reasonInCrl, revocationText, type Revocation, revoke } from '#crypto/x509/revocation-reason.ts'
import { refusalOf } from '../refusal-of.ts'

const at = new Date('2026-11-20T12:00:00Z')
const because = (reason: Revocation['reason']): Revocation => ({ reason, at })

test('a good certificate can be revoked for each reason but removal', () => {
  for (const reason of [0, 1, 2, 3, 4, 5, 6] as const) expect(revoke(undefined, reason, at)).toEqual({ reason, at })
  expect(refusalOf(() => revoke(undefined, 7))).toMatchObject({ reason: 'not-allowed', field: 'revoke_reason' })
})

test('a held certificate becomes good again by reason 7, or is revoked for good', () => {
  expect(revoke(because(6), 7)).toBeUndefined()
  expect(revoke(because(6), 1, at)).toEqual(because(1))
  expect(refusalOf(() => revoke(because(6), 6)).message).toBe('The certificate is already on hold')
})

test('what is revoked for good stays revoked', () => {
  expect(refusalOf(() => revoke(because(1), 7)).reason).toBe('not-allowed')
  expect(refusalOf(() => revoke(because(1), 4)).message).toBe('The certificate is already revoked: key compromise')
})

test('reason 7 of the interface is 8 on the wire of a revocation list, and no state', () => {
  expect(revocationText(7)).toBe('remove from CRL')
  expect([0, 1, 2, 3, 4, 5, 6].map((code) => reasonFromCrl(code))).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect([7, 8, 9, 10, 99, undefined].map((code) => reasonFromCrl(code))).toEqual([0, 0, 0, 0, 0, 0])
  expect(([0, 1, 2, 3, 4, 5, 6] as const).map(reasonInCrl)).toEqual([0, 1, 2, 3, 4, 5, 6])
})
