import { describe, expect, test } from 'vitest'
import {
  type IssuedRow,
  reasonsAfter,
  reasonText,
  revocationIn,
  revocationOf,
  revocationsOf,
} from '#contract/keys/rules/revocation-state.ts'

const at = '2026-11-21T14:00:00Z'
const row = (more: Partial<IssuedRow> = {}): IssuedRow => ({ CertID: 7, ...more })

describe('whether a certificate is revoked', () => {
  test.each<[Partial<IssuedRow>, string]>([
    [{}, 'standing'],
    [{ revokedAt: at, revoke_reason: 1 }, 'revoked'],
    [{ revokedAt: at, revoke_reason: 0 }, 'revoked'],
    [{ revokedAt: at, revoke_reason: 6 }, 'held'],
    [{ revokedAt: at }, 'revoked'],
    [{ revoke_reason: 99 }, 'revoked'],
  ])('%o is %s', (more, state) => {
    expect(revocationOf(row(more)).state).toBe(state)
  })

  test('is not known where the server does not say, and is not for us to say of what others issued', () => {
    expect(revocationIn(revocationsOf(undefined), '7').state).toBe('unknown')
    expect(revocationIn(revocationsOf([]), '7').state).toBe('elsewhere')
    expect(revocationIn(revocationsOf([row()]), '7').state).toBe('standing')
    expect(revocationIn(revocationsOf([{ revokedAt: at, revoke_reason: 1 }]), '7').state).toBe('elsewhere')
  })

  test('is told with its reason, by number where the number means nothing here', () => {
    expect(reasonText({ reason: 4 })).toBe('Superseded')
    expect(reasonText({ reason: 42 })).toBe('42, meaning not defined')
    expect(reasonText({})).toBe('No reason given')
  })
})

describe('what can be given as a reason next', () => {
  const codes = (state: Parameters<typeof reasonsAfter>[0]) => reasonsAfter(state).map(({ code }) => code)
  test('a release is offered for a hold only, and a hold only for what is not on hold', () => {
    expect(codes('standing')).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(codes('held')).toEqual([0, 1, 2, 3, 4, 5, 7])
    expect(codes('elsewhere')).not.toContain(7)
  })
  test('nothing more can be done with what is revoked for good', () => expect(codes('revoked')).toEqual([]))
  test('where nobody knows the state, the server decides', () => expect(codes('unknown')).toHaveLength(8))
})
