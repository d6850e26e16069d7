import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { completionsOf } from '#contract/fleet/completions.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { catalogWith } from '#contract/fleet/kept-fields.ts'
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

test('an own field is offered by its label, with the signs and values that its type has', () => {
  const catalog = catalogWith([
    { id: '1', name: 'Contract number', type: 'number', kinds: ['device'] },
    { id: '2', name: 'Loaned', type: 'yes-no', kinds: ['device'] },
    { id: '3', name: 'Rack', type: 'text', kinds: ['computer'] },
  ])
  const offered = (line: string) => completionsOf(line, line.length, catalog).options.map(({ text }) => text)
  expect(offered('contr')[0]).toBe('"Contract number"')
  expect(offered('"Contract number"')).toContain('"Contract number"<')
  expect(offered('loan')).toEqual(['Loaned'])
  expect(offered('Loaned')[0]).toBe('Loaned:')
  expect(offered('Loaned:')).toEqual(['yes', 'no'])
  expect(offered('rack')).not.toContain('Rack')
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
