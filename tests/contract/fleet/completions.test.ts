import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { completionsOf } from '#contract/fleet/completions.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { runs } from '../../support/runs.ts'

/** `|` is the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|')
  return completionsOf(marked.replace('|', ''), caret, deviceCatalog)
}
const texts = (marked: string) => at(marked).options.map(({ text }) => text)

test('a name is offered by its short name, its own name or its label', () => {
  expect(texts('batt|')[0]).toBe('battery')
  expect(texts('last_con|')).toContain('lastseen')
  expect(texts('"last con|"')).toContain('lastseen')
  expect(texts('os<15 -enc|')).toContain('encrypted')
  expect(texts('|').length).toBeGreaterThan(5)
})

test('a setting is offered with the word before it, once', () => {
  expect(texts('allow_cam|')).toEqual(['restriction:allow_camera', 'restriction:allow_camera_in_keyguard'])
  expect(texts('restriction:allow_cam|')).toEqual(['allow_camera', 'allow_camera_in_keyguard'])
  expect(texts('restriction:office|')).toEqual([])
})

test('after a name follow the signs that its type has', () => {
  expect(texts('os|').slice(0, 5)).toEqual(['os=', 'os<', 'os<=', 'os>', 'os>='])
  expect(texts('office|').slice(0, 2)).toEqual(['office:', 'office='])
  expect(texts('encrypted|').some((text) => /[:=<>]/.test(text))).toBe(false)
})

test('after a sign the values of the field are wanted', () => {
  expect(at('name:x office:Lis|')).toMatchObject({
    from: 14,
    to: 17,
    values: { field: { name: 'office' }, search: 'lis' },
  })
  expect(at('office:"Lisboa C|')).toMatchObject({ values: { search: 'lisboa c' } })
  expect(at('restriction:allow_camera=|')).toMatchObject({ values: { field: { name: 'allow_camera' }, search: '' } })
  expect(at('app:"Acme VPN"<|')).toEqual({ from: 15, to: 15, options: [] })
})

test('what is the same in every fleet is offered at once', () => {
  expect(texts('encrypted:|')).toEqual(['yes', 'no'])
  expect(texts('lastseen>3|')).toEqual(['30d'])
})

test('unknown: and missing: are followed by a name', () => {
  expect(texts('missing:ime|')).toEqual(['imei'])
  expect(texts('unknown:batt|')[0]).toBe('battery')
})

test('what is offered stands within the line, wherever the caret is', () => {
  const pieces = fc.constantFrom('os', 'office', ':', '=', '<', ' ', '"', '-', 'unknown:', 'restriction:', '30d', '\\')
  fc.assert(
    fc.property(fc.array(pieces), fc.nat(40), (parts, place) => {
      const line = parts.join('')
      const { from, to } = completionsOf(line, Math.min(place, line.length), deviceCatalog)
      expect([from >= 0, from <= to, to <= line.length]).toEqual([true, true, true])
    }),
    { numRuns: runs(300, 10_000) },
  )
})

test('a name that is offered is read as a field', () => {
  for (const text of texts('|')) {
    const parsed = parseQuery(`missing:${text}`, deviceCatalog)
    expect(parsed).toHaveProperty('conditions')
  }
})
