import { listAddress, searchText, textUpTo } from '#components/lists/list-address.ts'
import type { Output } from '#contract/endpoint.ts'
import type { countVulnerabilities, listWeakHosts } from '#contract/keys/discovery.ts'
import { type Json, stringifyJson } from '#contract/json.ts'
import { isUrgentWeakness, weaknesses } from '#contract/keys/rules/weaknesses.ts'
import { unexpected } from '#contract/wire.ts'
import { paths } from '#paths.ts'
import type { Tile } from '#components/area/Tiles.tsx'

export type WeakHost = Output<typeof listWeakHosts>['rows'][number]
type Counts = Output<typeof countVulnerabilities>['SSLVulnerabilityCount']

const labels: Record<string, string> = {
  'Poodle SSL': 'POODLE',
  'SSLv3 Enabled': 'SSL 3.0 enabled',
  Revoked: 'Revoked certificate',
  'Weak Cipher Suites': 'Weak cipher suites',
  'No TLS1.2': 'Neither TLS 1.2 nor 1.3',
}
export const labelOfWeakness = (name: string) => labels[name] ?? name

/** Hosts that did not respond to a test, which are not counted. */
const untested = 'untested'

/** The six documented counts and any others that the server sends. Values that are not numbers are shown unchanged. */
export function weaknessTiles({ [unexpected]: odd, ...counts }: NonNullable<Counts> = {}): Tile[] {
  const said = new Map<string, Json | undefined>(Object.entries({ ...counts, ...odd }))
  return [...new Set([...weaknesses, ...said.keys()])].map((name) => {
    const count = said.get(name)
    const isCount = typeof count === 'number'
    return {
      label: labelOfWeakness(name),
      count: isCount ? count : undefined,
      to: paths.vulnerability(name),
      tone: isUrgentWeakness(name) ? 'bad' : 'warn',
      note: isCount || count === undefined ? undefined : `The server says ${stringifyJson(count)}`,
    }
  })
}

export const weaknessOptions = [
  { value: '', label: 'Any vulnerability' },
  ...weaknesses.map((name) => ({ value: name, label: labelOfWeakness(name) })),
  { value: untested, label: 'Not fully tested' },
]

export const weakHostAddress = listAddress(
  { search: searchText, weakness: textUpTo(60) },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    weakness: ({ weakness }) => `“${weakness === untested ? 'Not fully tested' : labelOfWeakness(weakness)}”`,
  },
)

/** Hosts that match the search and the filter. */
export function hostsMatching(rows: readonly WeakHost[], { search, weakness }: typeof weakHostAddress.defaults) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const { Host = '', Port, CommonName = '', Weaknesses = [], WeakCipherSuites = [], NotTested = [] } = row
    const said = [Host, Port, CommonName, ...Weaknesses.map(labelOfWeakness), ...WeakCipherSuites].join('\n')
    if (!words.every((word) => said.toLowerCase().includes(word))) return false
    if (weakness === untested) return NotTested.length > 0
    return weakness === '' ? Weaknesses.length > 0 : Weaknesses.includes(weakness)
  })
}
