import { type Json, type JsonObject, isJsonObject, parseJson } from '#contract/json.ts'

/** The first rows of a list, or the record itself. */
export const recordsIn = (value: unknown): JsonObject[] => {
  if (typeof value !== 'object' || value === null) return []
  const { rows } = value as { rows?: JsonObject[] }
  return Array.isArray(rows) ? rows.slice(0, 20).filter((row) => isJsonObject(row)) : [value as JsonObject]
}

export const isList = (value: unknown): value is { rows: unknown[] } =>
  typeof value === 'object' && value !== null && Array.isArray((value as { rows?: unknown }).rows)

/** Rows by what identifies them: other fields change from one moment to the next. */
export const identitiesIn = (value: unknown): string[] =>
  recordsIn(value).map((row) => {
    const ids = Object.entries(row).filter(([name]) => /(_id|_?ID|Id|name|Name)$/.test(name))
    return JSON.stringify(ids, (_name, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  })

export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
