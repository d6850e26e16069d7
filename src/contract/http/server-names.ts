/** Translates names of a connected server in both directions; loaded by everything that reads responses. */
import type { Dialect } from '#contract/dialect.ts'
import { type Json, isJsonObject } from '#contract/json.ts'
import { isFile } from './file-part.ts'

type Names = Pick<Dialect, 'names'>

/** Without names, bodies pass through unchanged. */
export const translates = (speaks: Names) => Object.keys(speaks.names).length > 0

/** Reference names → that server's names. */
export const toServerNames = (value: Json, speaks: Names): Json =>
  translates(speaks) ? renamed(value, new Map(Object.entries(speaks.names))) : value

/** That server's names → reference names. */
export const fromServerNames = (value: Json, speaks: Names): Json =>
  translates(speaks)
    ? renamed(value, new Map(Object.entries(speaks.names).map(([ours, theirs]) => [theirs, ours])))
    : value

/** Translates a single name: a path segment, a choice, or the token scheme. */
export const serverName = (name: string, { names }: Names) => (Object.hasOwn(names, name) ? names[name] : name) ?? name

const renamed = (value: Json, names: ReadonlyMap<string, string>): Json => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (!isJsonObject(value) || isFile(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]))
}
