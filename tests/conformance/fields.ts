import type * as z from 'zod/mini'
import { structureOf, unexpected } from '#contract/wire.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { differencesIn } from '#services/console/connections/health/differences.ts'
import { isOfRecord } from '#services/console/connections/health/names.ts'
import { letters, listed } from './finding.ts'
import { reportedNames } from './reported-names.ts'

export type FieldReport = {
  how: string[]
  notes: string[]
  /** Names that the server seems to use instead: reference → theirs. */
  names: Record<string, string>
}

/** How the fields of answers differ from what the endpoint describes. */
export function fieldsOf(endpoint: Pick<Endpoint, 'id' | 'output'>, values: readonly unknown[]): FieldReport {
  const schema = endpoint.output
  const all = values.map((value) => differencesIn(schema, value))
  const unknown = new Set(all.flatMap((one) => Array.from(one.unknown)))
  const mistyped = new Map(all.flatMap((one) => Array.from(one.mistyped)))
  const names = renamesIn(schema, values)
  const theirs = new Set(Object.values(names))
  const more = [...unknown].filter(
    (path) => !theirs.has(path.slice(path.lastIndexOf('.') + 1)) && !isOfRecord(endpoint, path),
  )
  const types = [...mistyped].map(([name, kind]) => `${name} (${kind})`)
  return {
    how: [
      ...(types.length > 0 ? [`of another type: ${listed(types)}`] : []),
      ...Object.entries(names).map(([ours, other]) => `${ours} is called ${other}`),
    ],
    notes: more.length > 0 ? [`not in the reference: ${listed(more)}`] : [],
    names,
  }
}

/** Records that were found at the same place of an answer. */
type Place = { shape: Record<string, z.ZodMiniType>; records: object[] }

function renamesIn(schema: z.ZodMiniType, values: readonly unknown[]): Record<string, string> {
  const places = new Map<object, Place>()
  for (const value of values) gather(schema, value, places)
  const pairs = [...places.values()].flatMap((place) => renamesAt(place))
  const sure = pairs.filter(([ours, theirs]) => pairs.every((other) => (other[0] === ours) === (other[1] === theirs)))
  return Object.fromEntries(sure)
}

function gather(schema: z.ZodMiniType, value: unknown, places: Map<object, Place>) {
  const made = structureOf(schema)
  if (!made || typeof value !== 'object' || value === null) return
  if (made.kind === 'envelope') return gather(made.item, value, places)
  if (made.kind !== 'record') {
    const items = made.kind === 'list' ? value : (value as { rows?: unknown }).rows
    if (Array.isArray(items)) for (const item of items) gather(made.item, item, places)
    return
  }
  const { shape } = made
  const place = places.get(shape) ?? { shape, records: [] }
  places.set(shape, place)
  place.records.push(value)
  for (const [name, inner] of Object.entries(shape)) gather(inner, (value as Record<string, unknown>)[name], places)
}

/** A missing field and an unknown one of which integrators reported it, that are spelled alike, or that share what is around `vendor`, or are the only ones. */
function renamesAt({ shape, records }: Place): [string, string][] {
  const present = new Set(records.flatMap((record) => namesOf(record)))
  const missing = Object.keys(shape).filter((name) => !present.has(name))
  const unknown = [...present].filter((name) => !Object.hasOwn(shape, name))
  if (missing.length === 1 && unknown.length === 1) return [[missing[0] as string, unknown[0] as string]]
  return missing.flatMap((ours): [string, string][] => {
    const reported = reportedNames.get(ours)
    if (reported !== undefined && unknown.includes(reported)) return [[ours, reported]]
    const same = unknown.filter((theirs) => looksLike(ours, theirs))
    return same.length === 1 ? [[ours, same[0] as string]] : []
  })
}
const namesOf = (record: object) => [
  ...Object.keys(record).filter((name) => name !== unexpected),
  ...Object.keys((record as Record<string, object | undefined>)[unexpected] ?? {}),
]

function looksLike(ours: string, theirs: string): boolean {
  if (letters(ours) === letters(theirs)) return true
  const [before = '', after = ''] = ours.split('vendor', 2)
  return (
    ours.includes('vendor') &&
    before + after !== '' &&
    theirs.length > before.length + after.length &&
    theirs.startsWith(before) &&
    theirs.endsWith(after)
  )
}
