/**
 * JSON without losing digits. Ids beyond 2^53 occur on the wire; they are read as `bigint` and written back as
 * the same number (`JSON.parse` alone would round them).
 */
export type Json = string | number | bigint | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

type Source = { source: string }
type LosslessJson = {
  parse(text: string, reviver: (key: string, value: unknown, context: Source) => unknown): unknown
  rawJSON(text: string): unknown
}
const lossless = JSON as unknown as LosslessJson

/** A run of digits that a double may not hold; most answers have none and take the fast path. */
const longInteger = /\d{16}/

/** Parse text to JSON. Throws `SyntaxError` on anything that is not JSON. */
export function parseJson(text: string): Json {
  if (!longInteger.test(text)) return JSON.parse(text) as Json
  return lossless.parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source)
      ? BigInt(context.source)
      : value,
  ) as Json
}

/** Write JSON; a `bigint` becomes a number with all its digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === 'bigint' ? lossless.rawJSON(item.toString()) : item),
    indent,
  )
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
