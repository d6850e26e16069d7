import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Condition, longestQuery } from '#contract/fleet/condition.ts'
import { computerCatalog } from '#contract/fleet/computer-catalog.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { type Compared, operatorsOf, operatorsOfEntry } from '#contract/fleet/operators.ts'
import { catalogWith, type OwnField } from '#contract/fleet/kept-fields.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'
import { foldedText } from '#contract/text-rank.ts'
import { runs } from '../../support/runs.ts'

const read = (line: string) => parseQuery(line, deviceCatalog)
const written = (conditions: readonly Condition[]) => printQuery(conditions, deviceCatalog)

test('a line is read as the conditions that it says', () => {
  const line =
    'os<15 office:Lisboa lastseen>30d -encrypted app:"Acme VPN"<5 restriction:allow_camera=0 disk<10% unknown:battery missing:imei Maria'
  expect(read(line)).toEqual({
    conditions: [
      { field: 'os_version', comparison: 'below', value: '15' },
      { field: 'office', comparison: 'has', value: 'Lisboa' },
      { field: 'last_contact_time', comparison: 'above', value: '30d' },
      { field: 'encrypted', comparison: 'has', negated: true },
      { field: 'app', comparison: 'below', of: 'Acme VPN', value: '5' },
      { field: 'allow_camera', comparison: 'is', value: '0' },
      { field: 'disk_free', comparison: 'below', value: '10' },
      { field: 'battery_level', comparison: 'unknown' },
      { field: 'imei', comparison: 'missing' },
      { comparison: 'has', value: 'Maria' },
    ],
  })
})

test.each([
  ['OS_Version<15', 'os<15'],
  ['"Battery level"<=20', 'battery<=20'],
  ['encrypted=no', '-encrypted'],
  ['-encrypted:false', 'encrypted'],
  ['allow_camera:0', 'restriction:allow_camera=0'],
  ['unknown:restriction:allow_camera', 'unknown:allow_camera'],
  ['disk<10', 'disk<10%'],
  ['battery:50', 'battery=50'],
  ['office="Lisboa  "', 'office="Lisboa  "'],
  ['office=""', 'office=""'],
  ['office=" "', 'office=" "'],
  ['allow_camera=""', 'restriction:allow_camera=""'],
  ['"encrypted"', '"encrypted"'],
  ['"maria"', 'maria'],
  ['"-5"', '"-5"'],
  ['mac:00:1A:2b', 'mac:00:1A:2b'],
  ['00:1A:2b:3c:4d:5e', '"00:1A:2b:3c:4d:5e"'],
  [String.raw`name:"12\" \\ tablet"`, String.raw`name:"12\" \\ tablet"`],
  ['latitude<-30.5', 'latitude<-30.5'],
  ['platform:android', 'platform:android'],
  ['hardware.platform:x', 'hardware.platform:x'],
  ['enrolled:2026-01-31', 'enrolled=2026-01-31'],
  ['enrolled>="2026-01-31 12:30"', 'enrolled>="2026-01-31 12:30"'],
  ['   ', ''],
])('%s is written as %s', (line, canonical) => {
  const parsed = read(line)
  expect(parsed).toHaveProperty('conditions')
  expect('conditions' in parsed && written(parsed.conditions)).toBe(canonical)
})

test.each([
  ['os<15 batery<20', '“batery”. Did you mean “battery”', 'batery'],
  ['nothinglike:that', 'Put search text in quotation marks', 'nothinglike'],
  ['restriction:battery=1', 'No restriction is called “battery”', 'battery'],
  ['restriction:allow_camra=1', 'Did you mean “allow_camera”', 'allow_camra'],
  ['battery<many', '“many” is not a number', 'many'],
  ['battery<1e999', '“1e999” is not a number', '1e999'],
  ['battery<', 'A number is missing', '<'],
  ['battery<20%', 'is not a percentage', '20%'],
  ['office=', 'A value is missing', '='],
  ['battery=""', 'A number is missing', '""'],
  ['lastseen>30', 'neither a time ago', '30'],
  ['lastseen=30d', 'Compare a time ago by < or >', '30d'],
  ['enrolled<2026-02-30', 'neither a time ago', '2026-02-30'],
  ['encrypted:maybe', 'is yes or no', 'maybe'],
  ['encrypted<1', 'is yes or no', '1'],
  ['office<Lisboa', 'compare it by : or =', 'Lisboa'],
  ['office:a<b', 'quotation marks', '<b'],
  ['os<new', 'not a version', 'new'],
  ['app<5', 'Say of which', '<5'],
  ['app:"Acme VPN"<new', 'not a version', '<new'],
  ['name:"Maria', 'closing quotation mark', '"Maria'],
  ['name:"a""b"', 'A space is missing', '"b"'],
  ['unknown:battery<5', 'Nothing is compared', '<5'],
  ['unknown:', 'name of a field is missing', 'unknown:'],
  ['-', 'Nothing follows the minus', '-'],
  ['--encrypted', 'One minus is enough', '--encrypted'],
  ['restriction:allow_camera', 'A value is missing', 'allow_camera'],
  ['<5', 'name of a field is missing', '<5'],
  ['´', 'A text to look for is missing', '´'],
  ['app:¨', 'A value is missing', '¨'],
  ['app:¨<5', 'A value is missing', 'app:¨'],
])('%s: what is wrong is said at its place', (line, message, place) => {
  const parsed = read(line)
  expect(parsed).toHaveProperty('problem.message', expect.stringContaining(message))
  const { from, to } = 'problem' in parsed ? parsed.problem : { from: 0, to: 0 }
  expect(line.slice(from, to)).toBe(place)
})

const someText = fc
  .oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' }))
  .filter((text) => foldedText(text) !== '')
const whole = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String)
const version = fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))
const time = fc.oneof(
  fc.tuple(fc.nat(9999), fc.constantFrom('h', 'd', 'w', 'm', 'y')).map((parts) => parts.join('')),
  fc
    .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
)
const plainNumber = /^-?\d{1,15}(\.\d{1,6})?$/u

function valueOf({ kind }: FleetField, comparison: Compared): fc.Arbitrary<string> {
  const isCompared = comparison !== 'has' && comparison !== 'is'
  if (kind === 'number') return whole
  if (kind === 'time' || kind === 'date')
    return comparison === 'is' ? time.filter((value) => value.includes('-')) : time
  if (kind === 'version' && isCompared) return version
  if (kind === 'code' && isCompared) return whole
  return kind === 'code' && comparison === 'has' ? someText.filter((value) => !plainNumber.test(value)) : someText
}

const comparedIn = (fields: fc.Arbitrary<FleetField>) =>
  fields.chain((field) =>
    fc.constantFrom(...operatorsOf(field)).chain((comparison): fc.Arbitrary<Condition> => {
      if (field.kind === 'flag') return fc.constant({ field: field.name, comparison: 'has' })
      const isExact = comparison === 'has' && ['number', 'time', 'date'].includes(field.kind)
      return valueOf(field, comparison).map((value) => ({
        field: field.name,
        comparison: isExact ? 'is' : comparison,
        value,
      }))
    }),
  )
const conditionIn = (
  fields: fc.Arbitrary<FleetField>,
  lists: readonly string[] = ['app', 'profile'],
): fc.Arbitrary<Condition> =>
  fc
    .tuple(
      fc.oneof(
        comparedIn(fields),
        fc
          .tuple(fields, fc.constantFrom('unknown' as const, 'missing' as const))
          .map(([{ name }, comparison]) => ({ field: name, comparison })),
        fc
          .tuple(fc.constantFrom(...lists), fc.constantFrom(...operatorsOfEntry), someText, version)
          .map(([field, comparison, of, value]) => ({ field, comparison, of, value })),
        someText.map((value) => ({ comparison: 'has' as const, value })),
      ),
      fc.boolean(),
    )
    .map(([said, negated]) => (negated ? Object.assign({}, said, { negated: true as const }) : said))

test.each([
  ['devices', deviceCatalog, ['app', 'profile']],
  ['computers', computerCatalog, ['app', 'volume']],
])('what is written of %s is read as the same conditions', (_, catalog, lists) => {
  const condition = conditionIn(fc.constantFrom(...catalog.values()), lists)
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 6 }), (conditions) => {
      const line = printQuery(conditions, catalog)
      fc.pre(line.length <= longestQuery)
      expect(parseQuery(line, catalog)).toEqual({ conditions })
    }),
    { numRuns: runs(400, 10_000) },
  )
})

test('of a computer, the owner that people keep has a name beside the one that the server says', () => {
  const read = (line: string) => parseQuery(line, computerCatalog)
  expect(read('owner:ada')).toEqual({ conditions: [{ field: 'owner', comparison: 'has', value: 'ada' }] })
  const kept = [{ field: 'kept_owner', comparison: 'has' as const, value: 'ada' }]
  for (const line of ['kept.owner:ada', '"Owner in the console":ada']) expect(read(line)).toEqual({ conditions: kept })
  expect(printQuery(kept, computerCatalog)).toBe('kept.owner:ada')
})

const label = fc
  .oneof(
    fc.constantFrom(
      'Office',
      'Maria',
      'missing',
      'restriction',
      'own.Office',
      'network.imei',
      'ab',
      'Loaned out',
      '-x',
      '"',
    ),
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  )
  .map((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim())
  .filter((text) => text !== '')
const ownFields: fc.Arbitrary<OwnField[]> = fc
  .uniqueArray(label, { minLength: 1, maxLength: 6, selector: (text) => text.toLowerCase() })
  .chain((labels) =>
    fc.tuple(
      ...labels.map((name, at) =>
        fc
          .constantFrom('text' as const, 'number' as const, 'date' as const, 'choice' as const, 'yes-no' as const)
          .map((type) => ({ id: `0-${at}`, name, type, kinds: ['device' as const] })),
      ),
    ),
  )

test('own fields are asked by their labels, whatever they are called, and take no name from another field', () => {
  const conditions = ownFields.chain((own) => {
    const catalog = catalogWith(own)
    const kept = [...catalog.values()].filter((field) => field.kept !== undefined)
    return fc.tuple(fc.constant(catalog), fc.array(conditionIn(fc.constantFrom(...kept)), { maxLength: 4 }))
  })
  fc.assert(
    fc.property(conditions, fc.constantFrom(...deviceCatalog.values()), ([catalog, asked], other) => {
      const line = printQuery(asked, catalog)
      fc.pre(line.length <= longestQuery)
      expect(parseQuery(line, catalog)).toEqual({ conditions: asked })
      const before = written([{ field: other.name, comparison: 'missing' }])
      expect(parseQuery(before, catalog)).toEqual(read(before))
    }),
    { numRuns: runs(300, 5000) },
  )
})

test('an own field that is yes or no is asked with its value: its name alone goes on looking devices up', () => {
  const catalog = catalogWith([{ id: 'a-1', name: 'Loaned', type: 'yes-no', kinds: ['device'] }])
  const line = 'Loaned Loaned:yes Loaned:no missing:Loaned'
  const parsed = parseQuery(line, catalog)
  expect(parsed).toEqual({
    conditions: [
      { comparison: 'has', value: 'Loaned' },
      { field: 'own_a_1', comparison: 'has' },
      { field: 'own_a_1', comparison: 'has', negated: true },
      { field: 'own_a_1', comparison: 'missing' },
    ],
  })
  expect('conditions' in parsed && printQuery(parsed.conditions, catalog)).toBe(line)
})

test('every number that a server can report is a value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const value = String(number)
      const conditions = [{ field: 'latitude', comparison: 'is' as const, value }]
      expect(read(written(conditions))).toEqual({ conditions })
    }),
  )
})

test('each field is written by a name that leads back to it', () => {
  for (const { name } of deviceCatalog.values())
    expect(read(written([{ field: name, comparison: 'missing' }]))).toEqual({
      conditions: [{ field: name, comparison: 'missing' }],
    })
})

const anything = fc
  .array(
    fc.oneof(
      fc.constantFrom(...deviceCatalog.keys(), 'os', 'unknown', 'missing', 'restriction'),
      fc.constantFrom(':', '=', '<', '>', '<=', '-', '"', '\\', ' ', '30d', '5', '%'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''))

test('no input fails otherwise than by a problem within it', () => {
  fc.assert(
    fc.property(anything, (line) => {
      const parsed = read(line)
      if ('problem' in parsed) {
        const { from, to, message } = parsed.problem
        expect(message).not.toBe('')
        expect([from >= 0, from < to, to <= line.length]).toEqual([true, true, true])
      } else {
        const canonical = written(parsed.conditions)
        fc.pre(canonical.length <= longestQuery)
        expect(read(canonical)).toEqual(parsed)
      }
    }),
    { numRuns: runs(400, 2000) },
  )
})

test.each([['a'], ['"'], ['\\"'], ['<'], ['-'], ['a:'], [' x'], ['name:"']])(
  'the longest line of %j is read like any other',
  (part) => {
    expect(read(part.repeat(longestQuery / part.length))).toBeDefined()
    expect(read(part.repeat(longestQuery))).toBeDefined()
  },
)
