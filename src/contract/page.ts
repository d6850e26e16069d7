import * as z from 'zod/mini'
import { type Json, type JsonObject, isJsonObject } from './json.ts'
import { encoded, listOf, structured } from './wire.ts'

/** Rows per response of cached lists. */
export const maxRows = 500

/** A page of a list, independent of the service's paging method. */
export type Page<T> = {
  rows: T[]
  /** Number of matching rows; absent if not reported. */
  total?: number
  /** Next page URL as received. Never requested: only its skip-token is used, see `skipTokenOf`. */
  next?: string
  deltaToken?: string
}

/**
 * A page of mobile-device-management: the list by its name, `metadata.total_record_count`, `paging.next`,
 * `delta-token`. Also accepted: total and `next` at the top level, and a bare array.
 */
export const page = <T extends z.ZodMiniType>(name: string, item: T): z.ZodMiniType<Page<z.output<T>>, Json> => {
  const list = listOf(item)
  const codec = z.codec(aList, z.custom<Page<z.output<T>>>(), {
    decode: (wire, ctx) => {
      const body: JsonObject = Array.isArray(wire) ? { [name]: wire } : isJsonObject(wire) ? wire : {}
      const metadata = isJsonObject(body.metadata) ? body.metadata : {}
      const total = countOf(metadata.total_record_count ?? body.total_record_count)
      const items = body[name] ?? Object.values(body).find((value) => Array.isArray(value)) ?? (total === 0 ? [] : null)
      const rows = z.safeDecode(list, items as z.input<typeof list>)
      if (!rows.success) {
        ctx.issues.push({ code: 'custom', input: wire, message: `has no list called ${name}` })
        return z.NEVER
      }
      const paging = isJsonObject(body.paging) ? body.paging : {}
      return {
        rows: rows.data,
        total,
        next: textOf(paging.next ?? body.next),
        deltaToken: textOf(body['delta-token']),
      }
    },
    encode: ({ rows, total, next, deltaToken }): Json => ({
      [name]: encoded(list, rows),
      ...(total === undefined ? {} : { metadata: { total_record_count: total } }),
      ...(next === undefined ? {} : { paging: { next } }),
      ...(deltaToken === undefined ? {} : { 'delta-token': deltaToken }),
    }),
  })
  return structured(codec, { kind: 'page', item })
}

const aList = z.custom<Json>((value) => Array.isArray(value) || isJsonObject(value), 'must be a list')

/** The skip-token of a `next` URL. Nothing else is used, since a server must not decide where credentials are sent. */
export const skipTokenOf = (next: string | undefined): string | undefined => {
  const query = next?.split('?').slice(1).join('?')
  return (query && new URLSearchParams(query.split('#', 1)[0]).get('skip-token')) || undefined
}

const countOf = (value: Json | undefined) => {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
const textOf = (value: Json | undefined) => (typeof value === 'string' && value !== '' ? value : undefined)
