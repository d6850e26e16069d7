import * as z from 'zod/mini'
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts'
import { structured } from '#contract/wire.ts'

/**
 * The response envelope of desktop-management: `message_type`, `message_response` with the result under that name,
 * `message_version`, `status`. Documented for authentication only, so bare results are accepted too, as well as the
 * capitalized keys of some servers.
 */
export const envelope = <T extends z.ZodMiniType>(messageType: string, result: T): z.ZodMiniType<z.output<T>, Json> => {
  const codec = z.codec(anything, z.custom<z.output<T>>(), {
    decode: (wire, ctx) => {
      const decoded = z.safeDecode(result, resultIn(wire, messageType) as z.input<T>)
      if (decoded.success) return decoded.data
      const [issue] = decoded.error.issues
      ctx.issues.push({
        code: 'custom',
        input: wire,
        message: issue?.message ?? 'is not valid',
        path: issue?.path ?? [],
      })
      return z.NEVER
    },
    encode: (clean): Json => ({
      message_type: messageType,
      message_response: { [messageType]: z.encode(result, clean) as Json },
      message_version: '1.0',
      status: 'success',
    }),
  })
  return structured(codec, { kind: 'envelope', item: result })
}

const anything = z.custom<Json>((value) => value !== undefined)

function resultIn(wire: Json, messageType: string): Json {
  const response = isJsonObject(wire) ? valueOf(wire, 'message_response') : undefined
  if (!isJsonObject(response)) return wire
  const named = valueOf(response, messageType)
  if (named !== undefined) return named
  const only = Object.values(response).filter((value) => typeof value === 'object')
  return only.length === 1 ? (only[0] ?? null) : response
}

/** The value of a key, ignoring case and underscores. */
export const valueOf = (object: JsonObject, key: string) =>
  Object.entries(object).find(([name]) => wireName(name) === wireName(key))?.[1]

export const wireName = (key: string) => key.toLowerCase().replaceAll('_', '')
