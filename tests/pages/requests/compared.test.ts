import { expect, test } from 'vitest'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { currentOf } from '#pages/requests/compare/compared.ts'

const row = (id: string, day: number, places: string[] = [], state = 'valid') =>
  ({ id, from: new Date(Date.UTC(2026, 0, day)), places, revocation: { state } }) as unknown as InventoryRow

test('beside a renewed certificate stands what hosts present, or else the one that began last', () => {
  expect(currentOf([row('1', 1), row('2', 9), row('3', 20)], '3')?.id).toBe('2')
  expect(currentOf([row('1', 1, ['www:443']), row('2', 9), row('3', 20)], '3')?.id).toBe('1')
})

test('what is revoked is never the current certificate, and where there is no other there is none', () => {
  expect(currentOf([row('1', 1), row('2', 9, ['www:443'], 'revoked'), row('3', 20)], '3')?.id).toBe('1')
  expect(currentOf([row('3', 20)], '3')).toBeUndefined()
})
