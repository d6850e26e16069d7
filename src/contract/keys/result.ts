/** Response envelopes of key-management (Response envelope, Other result shapes), in both directions. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Json, type JsonObject, isJsonObject, stringifyJson } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'
import { encoded, integer, listOf, structured, structureOf } from '#contract/wire.ts'

const anObject = z.custom<Json>(isJsonObject, 'must be an object')
const success = (message: string): JsonObject => ({ status: 'Success', message })
/** `Success` and `SUCCESS` both occur. */
export const isSuccess = (status = '') => status.trim().toUpperCase() === 'SUCCESS'
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '')

/** Envelope name of each codec. */
const names = new WeakMap<z.ZodMiniType, string>()
export const named = <T extends z.ZodMiniType>(name: string, codec: T): T => {
  names.set(codec, name)
  return codec
}

/** Outcome of an operation with the server's message. */
const outcome = z.object({ message: z.string() })
type Outcome = z.ZodMiniType<{ message: string }, Json>

/** Some versions nest the body under `operation`. */
const bodyOf = (wire: Json): JsonObject => {
  const body = wire as JsonObject
  return isJsonObject(body.operation) ? body.operation : body
}

/** The message of a response, wherever the server's version places it. */
function messageIn(wire: Json): string {
  const body = bodyOf(wire)
  return textOf(isJsonObject(body.result) ? body.result.message : (body.Message ?? body.message))
}

/** A plain sentence; some servers wrap it in an envelope. */
export const sentence = z.codec(z.string(), z.string().check(z.minLength(1)), {
  decode: (text) => {
    try {
      const said = JSON.parse(text) as Json
      return (typeof said === 'string' ? said : messageIn(said)) || text
    } catch {
      return text
    }
  },
  encode: (text) => text,
})

/** `{ name, result: { status, message } }`. The name is not always the api_name. */
export const operation = (name: string): Outcome =>
  named(
    name,
    z.codec(anObject, outcome, {
      decode: (wire) => ({ message: messageIn(wire) }),
      encode: ({ message }): Json => ({ name, result: success(message) }),
    }),
  )

/** `{ Status, Message }`, the capitalized form of some operations. */
export const capitalizedOutcome: Outcome = z.codec(anObject, outcome, {
  decode: (wire) => ({ message: messageIn(wire) }),
  encode: ({ message }): Json => ({ Status: 'Success', Message: message }),
})

/** The list in a response: under its key, or else the only list. A single row counts as a list of one. */
function rowsIn(body: JsonObject, key: string): Json | undefined {
  const named = valueUnder(body, key)
  if (named !== undefined && !isJsonObject(named)) return named
  const numbered = rowsByNumber(named ?? body)
  if (named) return numbered.length > 0 || Object.keys(named).length === 0 ? numbered : [named]
  const lists = Object.values(body).filter((value) => Array.isArray(value))
  if (lists.length === 1) return lists[0]
  return numbered.length > 0 ? numbered : undefined
}

/** Some versions use an object of rows by number: `{ "7": {…}, "12": {…} }`. */
const rowsByNumber = (object: JsonObject) =>
  Object.entries(object).flatMap(([name, value]) => (/^\d+$/.test(name) && isJsonObject(value) ? [value] : []))

/** `Details` and `details` both occur; null and empty text count as absent. */
function valueUnder(body: JsonObject, key: string): Json | undefined {
  const capital = key.charAt(0).toUpperCase() + key.slice(1)
  return [body[key], body[capital]].find((value) => value !== undefined && value !== null && value !== '')
}

/** A list under `details` or another key. These lists are not paginated. */
export function rowsOf<T extends z.ZodMiniType>(
  name: string,
  item: T,
  key = 'details',
): z.ZodMiniType<Page<z.output<T>>, Json> {
  const list = listOf(item)
  const codec = z.codec(anObject, z.custom<Page<z.output<T>>>(), {
    decode: (wire, ctx) => {
      const body = bodyOf(wire)
      const total = body.totalRows === undefined ? undefined : z.safeDecode(integer, body.totalRows).data
      const rows = rowsIn(body, key)
      const decoded = z.safeDecode(list, (rows ?? []) as z.input<typeof list>)
      if (!decoded.success || (rows === undefined && total !== undefined && total > 0)) {
        ctx.issues.push({ code: 'custom', input: wire, message: `has no list called ${key}` })
        return z.NEVER
      }
      return { rows: decoded.data, ...(total !== undefined && { total }) }
    },
    encode: ({ rows, total = rows.length }): Json => ({
      name,
      result: success(`${total} found`),
      [key]: encoded(list, rows),
      totalRows: total,
    }),
  })
  return named(name, structured(codec, { kind: 'rows', item, name: key }))
}

/** Renames keys that differ in case only (`passphrase`, `Passphrase`) to the known field, unless that is present. */
function withKnownNames(details: Json, item: z.ZodMiniType): Json {
  const made = structureOf(item)
  if (made?.kind !== 'record' || !isJsonObject(details)) return details
  const known = new Map(Object.keys(made.shape).map((name) => [name.toLowerCase(), name]))
  const renamed = (key: string) => {
    const name = known.get(key.toLowerCase()) ?? key
    return Object.hasOwn(details, name) ? key : name
  }
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [renamed(key), value]))
}

/** A single value under `details`. */
export function detailOf<T extends z.ZodMiniType>(name: string, item: T): z.ZodMiniType<z.output<T>, Json> {
  const codec = z.codec(anObject, z.custom<z.output<T>>(), {
    decode: (wire, ctx) => {
      const { details, Details = null } = bodyOf(wire)
      const decoded = z.safeDecode(item, withKnownNames(details ?? Details, item) as z.input<T>)
      if (decoded.success) return decoded.data
      ctx.issues.push({ code: 'custom', input: wire, message: 'has no details of the stated form' })
      return z.NEVER
    },
    encode: (clean): Json => ({ name, result: success('Done'), details: z.encode(item, clean) as Json }),
  })
  return named(name, structured(codec, { kind: 'envelope', item }))
}

/** Discovery result per host or address. Kept as pairs, since the names are data. */
export type HostResult = { host: string; status: 'SUCCESS' | 'FAILURE' | (string & {}); message: string }
export const hostResults = z.array(z.object({ host: z.string(), status: z.string(), message: z.string() }))

export const perHost = (name: string) => named(name, hostsOf(name))
const hostsOf = (name: string) =>
  z.codec(anObject, hostResults, {
    decode: (wire): HostResult[] => {
      const details = valueUnder(bodyOf(wire), 'details')
      return Object.entries(isJsonObject(details) ? details : {}).map(([host, said]) => {
        const [status, message = ''] = Array.isArray(said) ? said : [said]
        // Unexpected forms are preserved as received.
        const isOther = typeof message !== 'string' || (Array.isArray(said) && said.length !== 2)
        return { host, status: textOf(status), message: isOther ? stringifyJson(said) : message }
      })
    },
    encode: (results): Json => ({
      name,
      result: success(`${results.length} results`),
      details: Object.fromEntries(results.map(({ host, status, message }) => [host, [status, message]])),
      totalRows: results.length,
    }),
  })

/** Operation name in the path, case-sensitive. */
export const apiNameOf = ({ path }: Pick<Endpoint, 'path'>) => path.slice(path.lastIndexOf('/') + 1)

/** A failure in the form of the operation's success; for files and sentences, in the envelope. */
export function failure(row: Pick<Endpoint, 'path' | 'output'> | undefined, message: string): JsonObject {
  if (row && isCapitalized(row.output)) return { Status: 'Failed', Message: message }
  return { name: row ? (names.get(row.output) ?? apiNameOf(row)) : '', result: { status: 'Failed', message } }
}
function isCapitalized(output: z.ZodMiniType): boolean {
  const made = structureOf(output)
  return output === capitalizedOutcome || (made?.kind === 'record' && 'Status' in made.shape)
}
