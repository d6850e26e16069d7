import * as z from 'zod/mini'
import { nameText } from '#contract/choice.ts'
import { type Json, isJsonObject } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'
import { encoded, integer, listOf, structured, structureOf } from '#contract/wire.ts'
import { valueOf, wireName } from './envelope.ts'

/** Page limits. */
export const pageSize = { default: 25, max: 1000 }

/**
 * Page number and limit are written by the embedded service; the client relies on what it requested, since page bases
 * differ.
 */
type Served<T> = Page<T> & { page?: number; limit?: number }

/** A list of desktop-management: `message_response` holds `total`, `limit`, `page`, and the rows under `name`. */
export const list = <T extends z.ZodMiniType>(name: string, item: T): z.ZodMiniType<Served<z.output<T>>, Json> => {
  const rows = listOf(item)
  const known = knownNames(item)
  const codec = z.codec(anything, z.custom<Served<z.output<T>>>(), {
    decode: (wire, ctx) => {
      const response = isJsonObject(wire) ? (valueOf(wire, 'message_response') ?? wire) : wire
      const body = isJsonObject(response) ? response : {}
      const total = countOf(valueOf(body, 'total'))
      const found =
        [response, valueOf(body, name), ...Object.values(body)].find((value) => Array.isArray(value)) ??
        (total === 0 ? [] : undefined)
      const decoded = z.safeDecode(
        rows,
        (found ?? []).map((row) => withKnownNames(row, known)),
      )
      if (found && decoded.success) return { rows: decoded.data, total }
      ctx.issues.push({ code: 'custom', input: wire, message: `has no list called ${name}` })
      return z.NEVER
    },
    encode: ({ rows: clean, total, limit, page }): Json => ({
      message_type: name,
      message_response: { ...given({ total, limit, page }), [name]: encoded(rows, clean) },
      message_version: '1.0',
      status: 'success',
    }),
  })
  return structured(codec, { kind: 'rows', item })
}

const anything = z.custom<Json>((value) => value !== undefined)
const given = (values: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined))

const countOf = (value: Json | undefined) => {
  const count = z.safeDecode(integer, value ?? null)
  return count.success && count.data >= 0 ? count.data : undefined
}

/** Field names of the row by their form without case and underscores. */
const knownNames = (item: z.ZodMiniType): ReadonlyMap<string, string> => {
  const made = structureOf(item)
  const names = made?.kind === 'record' ? Object.keys(made.shape) : []
  return new Map(names.map((name) => [wireName(name), name]))
}

/** Renames keys that differ in case or underscores to the known field, unless that is present. */
function withKnownNames(row: Json, known: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(row)) return row
  const renamed = (key: string) => {
    const name = known.get(wireName(key))
    return name === undefined || Object.hasOwn(row, name) ? key : name
  }
  const entries = Object.entries(row)
  const names = entries.map(([key]) => renamed(key))
  if (new Set(names).size < names.length || entries.every(([key], at) => key === names[at])) return row
  return Object.fromEntries(entries.map(([, value], at) => [names[at] as string, value]))
}

/** Paging, search and sort parameters of every list, and the filters of this one. */
export function listInput<
  const Columns extends readonly [string, ...string[]],
  const Sorts extends readonly [string, ...string[]],
  const Filters extends Record<string, z.ZodMiniType>,
>(columns: Columns, sorts: Sorts, filters: Filters) {
  const parameters = z.strictObject({
    page: z.optional(z.pipe(integer, z.int().check(z.minimum(0, 'is before the first page'), z.maximum(10_000_000)))),
    pagelimit: z.optional(z.pipe(integer, z.int().check(z.minimum(1), z.maximum(pageSize.max)))),
    searchtype: z.optional(nameText(z.string().check(z.minLength(1), z.maxLength(100)))),
    searchcolumn: z.optional(z.enum(columns)),
    searchvalue: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    sort: z.optional(z.enum(sorts.flatMap((name): (Sorts[number] | `-${Sorts[number]}`)[] => [name, `-${name}`]))),
    ...filters,
  })
  return parameters.check((ctx) => {
    const wrong = wrongSearch(ctx.value as Triple)
    if (wrong) ctx.issues.push({ code: 'custom', input: ctx.value, path: [wrong.field], message: wrong.why })
  })
}

type Triple = { searchtype?: string; searchcolumn?: string; searchvalue?: string }

/** Search takes three parameters or none, and applies to the named column. */
function wrongSearch(input: Triple) {
  const names = ['searchtype', 'searchcolumn', 'searchvalue'] as const
  const missing = names.find((name) => input[name] === undefined)
  if (missing && names.some((name) => input[name] !== undefined)) {
    return { field: missing, why: 'is missing: a search needs searchtype, searchcolumn and searchvalue' }
  }
  return input.searchtype === input.searchcolumn ? undefined : { field: 'searchtype', why: 'must equal searchcolumn' }
}

/** Assumptions of every list. */
export const listAssumes = [
  `pagelimit is ${pageSize.default} by default and ${pageSize.max} at most; page counts from 0, or from 1 by dialect`,
  'searchtype must equal searchcolumn; not case-sensitive, no wildcards',
  'sort is an extension: a column, prefixed with - for descending; unknown parameters are rejected',
  'The page number in responses is ignored, as its base is not documented',
  '"--" is kept as received: as text in text columns, under #unexpected in others',
] as const
