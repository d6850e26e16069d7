/** Applies a dialect to responses, except for names: page base and format deviations. */
import type { Dialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { withPageBase } from '#contract/page-base.ts'
import { structureOf } from '#contract/wire.ts'

/** Converts a response of ours to the form of that server. */
export function inServerForm(endpoint: Endpoint, wire: Json, { pageBase, quirks }: Dialect): Json {
  if (!isJsonObject(wire)) return wire
  if (!isJsonObject(wire.message_response)) return quirks.includes('restrictions as text') ? withTexts(wire) : wire
  const response = withPageBase(endpoint, wire.message_response, pageBase)
  const filled = quirks.includes('-- for empty') ? withMarks(endpoint, response) : response
  if (quirks.includes('no envelope') && wire.message_type !== signingIn) return bare(filled, wire.message_type)
  const body = { ...wire, message_response: filled }
  return quirks.includes('capitalised envelope') ? capitalized(body) : body
}

/** The only documented envelope (desktop-management, Response envelope). */
const signingIn = 'authentication'
/** The list with its counts, or the object itself, without an envelope. */
const bare = (response: JsonObject, name: Json | undefined): Json => {
  const result = typeof name === 'string' ? response[name] : undefined
  return isJsonObject(result) ? result : response
}

const restrictions: ReadonlySet<string> = new Set(restrictionNames)
/** Writes numbers of restriction settings as text, in a record and in its nested copy. */
const withTexts = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name === 'vendor_restricions' && isJsonObject(value)
        ? withTexts(value)
        : restrictions.has(name) && typeof value === 'number'
          ? String(value)
          : value,
    ]),
  )

/** `message_type` becomes `MessageType`; the name of the list is kept. */
const capitalized = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      capital(name),
      name === 'message_response' && isJsonObject(value) ? withCapitalCounts(value) : value,
    ]),
  )
const counts = new Set(['total', 'limit', 'page'])
const withCapitalCounts = (response: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(response).map(([name, value]) => [counts.has(name) ? capital(name) : name, value]))
const capital = (name: string) =>
  name.replaceAll(/(^|_)([a-z])/g, (_whole, _start, letter: string) => letter.toUpperCase())

/** Placeholder for missing values in columns of any type. */
const emptyMark = '--'

const withMarks = (endpoint: Endpoint, response: JsonObject): JsonObject => {
  const list = structureOf(endpoint.output)
  const item = list?.kind === 'rows' ? structureOf(list.item) : undefined
  const columns = item?.kind === 'record' ? Object.keys(item.shape) : []
  return Object.fromEntries(
    Object.entries(response).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((entry) => (isJsonObject(entry) ? marked(entry, columns) : entry)) : value,
    ]),
  )
}
const marked = (entry: JsonObject, columns: readonly string[]): JsonObject => {
  const all = Object.fromEntries(columns.map((name): [string, Json] => [name, entry[name] ?? null]))
  const values = Object.entries({ ...all, ...entry })
  return Object.fromEntries(values.map(([name, value]) => [name, value === null || value === '' ? emptyMark : value]))
}
