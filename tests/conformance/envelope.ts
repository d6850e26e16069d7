import { defaultDialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { type JsonObject, isJsonObject } from '#contract/json.ts'
import { letters } from './finding.ts'
import { isList, jsonIn } from './records.ts'

/** What is around an answer, compared with what the reference has there. */
export type EnvelopeReport = { how: string[]; notes: string[]; names: Record<string, string> }

const asStated: EnvelopeReport = { how: [], notes: [], names: {} }

export function envelopeOf(endpoint: Endpoint, value: unknown, text: string): EnvelopeReport {
  if (endpoint.responseType) return asStated
  const body = jsonIn(text)
  const stated = statedEnvelope(endpoint, value)
  if (!stated) return asStated
  if (Array.isArray(body)) return { ...asStated, notes: ['a bare list, without an envelope'] }
  if (!isJsonObject(body)) return asStated
  const theirs = new Map(Object.keys(body).map((name) => [letters(name), name]))
  const absent = Object.keys(stated).filter((name) => !theirs.has(letters(name)))
  const spelled = Object.keys(stated).flatMap((name) =>
    Object.hasOwn(body, name) ? [] : (theirs.get(letters(name)) ?? []),
  )
  const lost = isList(value) && value.rows.length === 0 ? lostList(stated, body) : undefined
  if (lost)
    return { ...asStated, how: [`the list ${lost.ours} is called ${lost.theirs}`], names: { [lost.ours]: lost.theirs } }
  return {
    ...asStated,
    notes: [
      ...(spelled.length > 0 ? [`the envelope is spelled ${spelled.join(', ')}`] : []),
      ...(absent.length > 0 ? [`the envelope has no ${absent.join(', ')}`] : []),
    ],
  }
}

/** The answer as the embedded services would write it; what cannot be written was of another type, and is told so. */
function statedEnvelope(endpoint: Endpoint, value: unknown): JsonObject | undefined {
  if (!isList(value)) return undefined
  try {
    const stated = jsonIn(toResponse(endpoint, { ...value, rows: [] }, defaultDialect).body)
    return isJsonObject(stated) ? stated : undefined
  } catch {
    return undefined
  }
}

/** Rows that stand under another name would be read as none. */
function lostList(stated: JsonObject, body: JsonObject) {
  const ours = Object.keys(stated).find((name) => Array.isArray(stated[name]))
  if (ours === undefined || Object.hasOwn(body, ours)) return undefined
  const theirs = Object.keys(body).find((name) => Array.isArray(body[name]) && (body[name] as unknown[]).length > 0)
  return theirs === undefined ? undefined : { ours, theirs }
}
