import type * as z from 'zod/mini'
import type { Finding } from '#contract/console/connections.ts'
import { counted } from '#contract/words/counted.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { structureOf } from '#contract/wire.ts'
import { type Differences, differencesIn } from './differences.ts'
import { found, settingOf } from './finding.ts'
import type { ServerObservations } from './observations.ts'

const few = 12

/** Reports unknown fields that may be known ones under another name. */
export function checkNames({ upstream, records }: ServerObservations): Finding[] {
  const seen = records.filter(({ problem }) => !problem)
  if (seen.length === 0) return []
  const unknown = new Set<string>()
  const mistyped = new Map<string, string>()
  const neutral = new Set<string>()
  for (const { endpoint, value } of seen) {
    const differences: Differences = differencesIn(endpoint.output, value)
    for (const name of differences.unknown) if (!isOfRecord(endpoint, name)) unknown.add(name)
    for (const [name, kind] of differences.mistyped) mistyped.set(name, kind)
    for (const name of neutralNamesIn(endpoint.output)) neutral.add(name)
  }
  const table = suggestions([...unknown].map(lastName), neutral)
  return [
    ...(unknown.size > 0 ? [strangers(unknown, table, settingOf(upstream, 'dialect.names'))] : []),
    ...(mistyped.size > 0 ? [others(mistyped)] : []),
    ...(unknown.size + mistyped.size === 0 ? [found('names', 'good', 'All fields match the references')] : []),
  ]
}

/** Device lists may contain complete records, so their fields are accepted in lists. */
export function isOfRecord({ id }: Pick<Endpoint, 'id'>, name: string) {
  const record = id === listDevices.id ? structureOf(getDevice.output) : undefined
  return record?.kind === 'record' && Object.hasOwn(record.shape, name.split('.', 1)[0] ?? '')
}

function strangers(unknown: ReadonlySet<string>, table: ReadonlyMap<string, string>, setting: string): Finding {
  const pairs = [...table].map(([ours, theirs]) => `"${ours}": "${theirs}"`)
  const title = `${counted(unknown.size, 'field is', 'fields are')} not in the references`
  const next =
    pairs.length > 0
      ? `They look like renamed fields of the references. If they are, set in ${setting}: ${listed(pairs)}.`
      : `They are shown unchanged. If one is a renamed field of the references, set both names in ${setting}.`
  return found('names', 'note', title, { detail: listed([...unknown]), next })
}

const others = (mistyped: ReadonlyMap<string, string>) =>
  found('names', 'note', 'Some fields have a different type from the references; their values are shown unchanged', {
    detail: listed([...mistyped].map(([name, kind]) => `${name} (${kind})`)),
  })

/** The references replace product names by `vendor`; suggests which actual name takes its place. */
function suggestions(unknown: readonly string[], neutral: ReadonlySet<string>): Map<string, string> {
  const pairs = [...neutral].flatMap((name): [string, string][] => {
    const [before = '', after = ''] = name.split('vendor', 2)
    const same = unknown.filter(
      (other) => other.length > before.length + after.length && other.startsWith(before) && other.endsWith(after),
    )
    return same.length === 1 && before + after !== '' ? [[name, same[0] as string]] : []
  })
  return new Map(pairs.filter(([, theirs]) => pairs.filter(([, other]) => other === theirs).length === 1))
}

function neutralNamesIn(schema: z.ZodMiniType): string[] {
  const made = structureOf(schema)
  if (!made) return []
  if (made.kind !== 'record') return neutralNamesIn(made.item)
  const inner = Object.values(made.shape).flatMap((one) => neutralNamesIn(one))
  return [...Object.keys(made.shape).filter((name) => name.includes('vendor')), ...inner]
}

const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1)

const listed = (names: readonly string[]) =>
  names.slice(0, few).join(', ') + (names.length > few ? ` and ${names.length - few} more` : '')
