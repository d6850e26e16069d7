import type { Catalog, FleetField } from './field.ts'
import { quoted } from './query-words.ts'

/** Names by which a field can be queried. A query is written with the first unambiguous one. */
type Names = { byWord: Map<string, FleetField>; written: Map<string, string> }

const reserved = new Set(['restriction', 'unknown', 'missing'])
const namesOf = new WeakMap<Catalog, Names>()

/** Names of a field, shortest first; for custom fields, their labels. */
export const wordsFor = ({ name, label, aliases = [], section }: FleetField) =>
  section === own ? [label, `${own}.${label}`, `${own}.${name}`] : [...aliases, name, `${section}.${name}`]

function named(catalog: Catalog): Names {
  const known = namesOf.get(catalog)
  if (known) return known
  const byWord = new Map<string, FleetField>()
  const add = (word: string, field: FleetField) => {
    const key = word.toLowerCase()
    if (!byWord.has(key) && !reserved.has(key)) byWord.set(key, field)
  }
  const fields = [...catalog.values()]
  const ofServers = fields.filter(({ section }) => section !== own)
  for (const field of ofServers) for (const alias of field.aliases ?? []) add(alias, field)
  for (const field of ofServers) add(field.name, field)
  for (const field of ofServers) add(field.label, field)
  for (const field of ofServers) add(`${field.section}.${field.name}`, field)
  // Custom field names never override existing ones.
  for (const field of fields) for (const word of wordsFor(field)) add(word, field)
  const written = new Map(
    fields.map((field) => {
      const word = wordsFor(field).find((one) => byWord.get(one.toLowerCase()) === field) ?? field.name
      return [field.name, field.section === own && !isPlainName(word) ? quoted(word) : word]
    }),
  )
  const names = { byWord, written }
  namesOf.set(catalog, names)
  return names
}

/** Looks up a field by name, alias or label; case-insensitive. */
export const findField = (word: string, catalog: Catalog): FleetField | undefined =>
  named(catalog).byWord.get(word.toLowerCase())

const own = 'own'
/** Unquoted words, except those that look like the start of a MAC address. */
const isPlainName = (word: string) => /^[a-z_][\w.]*$/i.test(word) && !/^[\da-f]+$/i.test(word)

/**
 * Flags can be queried by name alone. Not custom ones: a search word must not change its meaning when a field of that
 * name is added.
 */
export const isBareFlag = ({ kind, section }: FleetField) => kind === 'flag' && section !== own

const restrictions = 'restrictions'
export const isRestriction = ({ section }: FleetField) => section === restrictions

/** The restriction setting of that name; only these may follow `restriction:`. */
export function findRestriction(word: string, catalog: Catalog): FleetField | undefined {
  const field = catalog.get(word.toLowerCase()) ?? findField(word, catalog)
  return field && isRestriction(field) ? field : undefined
}

/** The name as written in a query. */
export const writtenName = (field: FleetField, catalog: Catalog): string =>
  named(catalog).written.get(field.name) ?? field.name

const longestGuess = 60

/** The most similar field name. */
export function nearestName(word: string, catalog: Catalog): string | undefined {
  const typed = word.toLowerCase()
  if (typed.length < 2 || typed.length > longestGuess) return undefined
  let best: { field: FleetField; cost: number } | undefined
  for (const [key, field] of named(catalog).byWord) {
    const cost = key.startsWith(typed) ? 1 + (key.length - typed.length) / longestGuess : distance(typed, key)
    if (!best || cost < best.cost) best = { field, cost }
  }
  return best && best.cost <= Math.max(2, typed.length / 3) ? writtenName(best.field, catalog) : undefined
}

/** Edit distance with transpositions. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > longestGuess / 3) return Infinity
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1), swapped))
    }
    before = above
    above = row
  }
  return above.at(-1) ?? Infinity
}
