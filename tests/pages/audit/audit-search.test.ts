import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import { fromWireInput, toWireInput } from '#contract/http/http.ts'
import { actionOptions } from '#pages/audit/actions.ts'
import { auditSearch, filterOf, periods, toListInput } from '#pages/audit/audit-search.ts'

const at = (address: string) => auditSearch.read(new URLSearchParams(address))
const now = Date.UTC(2026, 10, 21, 12, 0, 42)
const minute = Date.UTC(2026, 10, 21, 12, 0)
afterEach(() => vi.unstubAllEnvs())

test('the plain address shows every entry, from the first page', () => {
  expect(at('')).toEqual(auditSearch.defaults)
  expect(toWireInput(listAudit, toListInput(at(''), now))).toEqual({ page: 0, limit: 50 })
  expect(auditSearch.searchFor({})).toBe('')
})

test.each([
  'page=-1',
  'page=seven',
  'size=100000',
  'source=mine',
  'result=perhaps',
  'period=century',
  'from=2026-02-30',
  'to=yesterday',
  '__proto__=x&constructor=y',
])('an address with %s falls back to what makes sense', (address) => {
  expect(at(address)).toEqual(auditSearch.defaults)
})

test('what one chose is in the address, comes back from it, and is an input that the row takes', () => {
  const dates = fc.date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true })
  const day = fc.oneof(
    fc.constant(''),
    dates.map((date) => date.toISOString().slice(0, 10)),
  )
  const state = fc.record({
    page: fc.integer({ min: 1, max: 1000 }),
    size: fc.integer({ min: 1, max: 200 }),
    search: fc.string({ maxLength: 200 }),
    source: fc.constantFrom('' as const, 'console' as const, 'keys' as const),
    user: fc.string({ maxLength: 255 }),
    action: fc.constantFrom('', ...actionOptions.map(({ value }) => value)),
    result: fc.constantFrom('' as const, 'done' as const, 'refused' as const),
    period: fc.constantFrom(...periods),
    from: day,
    to: day,
  })
  fc.assert(
    fc.property(state, (chosen) => {
      expect(at(auditSearch.searchFor(chosen))).toEqual(chosen)
      const input = toListInput(chosen, now)
      expect(fromWireInput(listAudit, toWireInput(listAudit, input))).toEqual(
        Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
      )
    }),
  )
})

test('a period ends now, and within a minute the question stays the same', () => {
  expect(filterOf(at('period=hour'), now)).toMatchObject({ since: minute - 3_600_000 })
  expect(filterOf(at('period=hour'), now)).toEqual(filterOf(at('period=hour'), now + 17_000))
  expect(filterOf(at('period=month'), now)).toMatchObject({ since: minute - 30 * 86_400_000 })
  expect(filterOf(at('period=any&from=2026-11-01'), now)).not.toHaveProperty('since')
})

test('certain days are whole days of the person’s own clock, also those that have 23 or 25 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const hours = (from: string, to: string) => {
    const { since = 0, until = 0 } = filterOf(at(`period=days&from=${from}&to=${to}`), now)
    return { starts: new Date(since).toISOString(), hours: (until + 1 - since) / 3_600_000 }
  }
  expect(hours('2026-11-21', '2026-11-21')).toEqual({ starts: '2026-11-20T23:00:00.000Z', hours: 24 })
  expect(hours('2026-03-29', '2026-03-29').hours).toBe(23)
  expect(hours('2026-10-25', '2026-10-25').hours).toBe(25)
  expect(filterOf(at('period=days&to=2026-11-21'), now).since).toBeUndefined()
})

test('whatever decides which entries there are leads back to the first page', () => {
  const third = at('page=3&size=25&user=admin')
  expect(auditSearch.changed(third, { result: 'failed' })).toMatchObject({
    page: 1,
    user: 'admin',
    size: 25,
    result: 'failed',
  })
  expect(auditSearch.changed(third, { page: 4 }).page).toBe(4)
  expect(auditSearch.changed(third, auditSearch.cleared())).toEqual({ ...auditSearch.defaults, size: 25 })
})

test('an empty list is explained with the filters in use', () => {
  expect(auditSearch.active(at('search=%20&source=keys&user=admin&period=day'))).toEqual(['source', 'user', 'period'])
  expect(auditSearch.active(auditSearch.defaults)).toEqual([])
})

test('one can filter by everything that leaves an entry, in words, and by nothing else', () => {
  const values = actionOptions.map(({ value }) => value)
  expect(values).toEqual(expect.arrayContaining(['session.signIn', 'mdm.wipeDevice', 'keys.getSshKeyPassphrase']))
  expect(values).not.toContain('mdm.listDevices')
  expect(values).not.toContain('desktop.authenticate')
  expect(new Set(values).size).toBe(values.length)
  expect(actionOptions[0]?.label).toMatch(/^Signing in: /)
})
