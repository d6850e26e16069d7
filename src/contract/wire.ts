/**
 * Codecs for wire formats. Decoding accepts what real servers send; encoding produces exactly the form of the
 * reference. Every codec works in both directions.
 */
import * as z from 'zod/mini'
import { type FilePart, type FileStream, isFilePart, isFileStream } from './http/file-part.ts'
import { type Json, isJsonObject } from './json.ts'

const json = z.custom<Json>((value) => value !== undefined)

const refuse = (ctx: { issues: unknown[] }, value: unknown, message: string) => {
  ctx.issues.push({ code: 'custom', input: value, message })
  return z.NEVER
}

/**
 * Structure of custom codecs, which zod reports as "custom" only. Used by the reference page and the property tests.
 */
export type Structure =
  | { kind: 'record'; shape: Record<string, z.ZodMiniType> }
  | { kind: 'list' | 'page' | 'envelope'; item: z.ZodMiniType }
  /** `name` is the list's name in a response without paging. */
  | { kind: 'rows'; item: z.ZodMiniType; name?: string }
const structures = new WeakMap<z.ZodMiniType, Structure>()
export const structureOf = (schema: z.ZodMiniType) => structures.get(schema)
export const structured = <T extends z.ZodMiniType>(codec: T, made: Structure): T => {
  structures.set(codec, made)
  return codec
}

/**
 * Fast encoders without zod's error bookkeeping, since long lists are encoded often. Undefined results fall back to zod
 * for the error.
 */
const writers = new WeakMap<z.ZodMiniType, (value: unknown) => unknown>()
const written = (schema: z.ZodMiniType, value: unknown) => writers.get(schema)?.(value)

/** The wire form of a value. Throws a validation error. */
export const encoded = <T extends z.ZodMiniType>(schema: T, value: z.output<T>): Json =>
  (written(schema, value) ?? z.encode(schema, value)) as Json

/** Text. A number or boolean in its place is read as its text (`"user_id": 7` and `"7"` both occur). */
export const text: z.ZodMiniType<string, Json> = z.codec(json, z.string(), {
  decode: (value, ctx) =>
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
        ? String(value)
        : refuse(ctx, value, 'must be text'),
  encode: (value) => value,
})

writers.set(text, (value) => (typeof value === 'string' ? value : undefined))

/** An ID as text; its number is accepted too, other types are not. */
export const idText: z.ZodMiniType<string, Json> = z.codec(json, z.string(), {
  decode: (value, ctx) =>
    typeof value === 'string' || typeof value === 'bigint' || Number.isInteger(value)
      ? String(value as string | bigint | number)
      : refuse(ctx, value, 'must be text'),
  encode: (value) => value,
})

/** One text or a list of texts. */
export const textOrTexts: z.ZodMiniType<string | string[], Json> = z.codec(
  json,
  z.union([z.string(), z.array(z.string())]),
  {
    decode: (value, ctx) => {
      const result = z.safeDecode(z.union([text, z.array(text)]), value)
      return result.success ? result.data : refuse(ctx, value, 'must be text or a list of texts')
    },
    encode: (value): Json => value,
  },
)

const canonicalInteger = /^(0|-?[1-9]\d*)$/

/** `Long` of the references: an opaque string of digits in code, a number of any length on the wire. */
export const long: z.ZodMiniType<string, Json> = z.codec(json, z.string(), {
  decode: (value, ctx) =>
    typeof value === 'string' || typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
      ? String(value)
      : refuse(ctx, value, 'must be an integer'),
  encode: numberOfDigits,
})
writers.set(long, (value) => (typeof value === 'string' ? numberOfDigits(value) : undefined))

function numberOfDigits(value: string): Json {
  if (!canonicalInteger.test(value)) return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value)
}

const decimal = /^\s*[-+]?\d+\s*$/

/** A whole number; decimal text of one (`"90"`) is read too. */
export const integer: z.ZodMiniType<number, Json> = z.codec(json, z.int(), {
  decode: (value, ctx) => {
    const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value
    return typeof number === 'number' && Number.isSafeInteger(number)
      ? number
      : refuse(ctx, value, 'must be a whole number')
  },
  encode: (value) => value,
})

writers.set(integer, (value) => (Number.isSafeInteger(value) ? value : undefined))

/** A boolean; the texts `"true"` and `"false"` are read too, numbers are not: their meaning is not stated. */
export const flag: z.ZodMiniType<boolean, Json> = z.codec(json, z.boolean(), {
  decode: (value, ctx) => {
    if (typeof value === 'boolean') return value
    const word = typeof value === 'string' ? value.toLowerCase() : ''
    return word === 'true' ? true : word === 'false' ? false : refuse(ctx, value, 'must be true or false')
  },
  encode: (value) => value,
})

writers.set(flag, (value) => (typeof value === 'boolean' ? value : undefined))

/** A boolean that travels as the text `"true"` or `"false"` (`rememberme_enabled`). */
export const flagText: z.ZodMiniType<boolean, Json> = z.codec(json, z.boolean(), {
  decode: (value, ctx) =>
    value === true || value === 'true'
      ? true
      : value === false || value === 'false'
        ? false
        : refuse(ctx, value, 'must be "true" or "false"'),
  encode: (value) => String(value),
})

/** A base64 value: UTF-8 text inside. Encoding, not encryption. */
export const base64Text: z.ZodMiniType<string, string> = z.codec(z.string(), z.string(), {
  decode: (value, ctx) => {
    try {
      const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return refuse(ctx, '(hidden)', 'must be base64 of UTF-8 text')
    }
  },
  encode: (value) => {
    let bytes = ''
    for (const byte of new TextEncoder().encode(value)) bytes += String.fromCharCode(byte)
    return btoa(bytes)
  },
})

/** A scalar preserved as received, since its meaning depends on a legend: `1`, `"1"`, `true`, `null`. */
export type Scalar = string | number | bigint | boolean | null
export const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
export const scalar: z.ZodMiniType<Scalar, Scalar> = z.custom<Scalar>(isScalar, 'must be a single value')
writers.set(scalar, (value) => (isScalar(value) ? value : undefined))

/** Makes all fields optional. */
export const optional = <const S extends Shape>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.optional(field)])) as {
    [K in keyof S]: z.ZodMiniOptional<S[K]>
  }

/** An empty response. */
export const nothing = z.object({})

/** A file in a request or response. */
export const file = z.custom<FilePart>(isFilePart, 'must be a file')
/** A streamed file of any size, sent as the last part. */
export const largeFile = z.custom<FileStream>(isFileStream, 'must be a file')
export const takesLargeFile = ({ input }: { input: z.ZodMiniType }) =>
  input instanceof z.ZodMiniObject && Object.values(input.shape as Record<string, z.ZodMiniType>).includes(largeFile)

/** A comma-separated text on the wire, a list in code; an empty list is omitted. */
export const commaList = <T extends z.ZodMiniType<string>>(item: T) =>
  z.codec(z.string(), z.array(item), {
    decode: (value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean) as z.input<T>[],
    encode: (items) => items.join(','),
  })

/** Key for values of known fields with an unexpected type; restored when encoding. */
export const unexpected = '#unexpected'

type Shape = Record<string, z.ZodMiniType>
export type Decoded<S extends Shape> = { [K in keyof S]?: z.output<S[K]> } & { [unexpected]?: Record<string, Json> }

/** Text in place of the number of a code, from servers that send its meaning; "--" is how they leave a field empty. */
export function wordIn({ [unexpected]: odd }: Decoded<Shape>, field: string): string | undefined {
  const value = odd?.[field]
  return typeof value === 'string' && value !== '' && value !== '--' ? value : undefined
}

/**
 * A record of a real server: fields are optional, unknown fields are preserved, and a field of the wrong type is moved
 * to `#unexpected`. Encoding is strict: known fields must have their type.
 */
export function record<const S extends Shape>(shape: S): z.ZodMiniType<Decoded<S>, Record<string, Json>> {
  const fields = new Map(Object.entries(shape))
  const codec = z.codec(
    z.custom<Record<string, Json>>(isJsonObject, 'must be an object'),
    z.custom<Decoded<S>>(isJsonObject, 'must be an object'),
    {
      decode: (wire) => decodeFields(fields, wire) as Decoded<S>,
      encode: (clean, ctx) =>
        encodeFields(fields, clean, (name, message) =>
          ctx.issues.push({ code: 'custom', input: clean, path: [name], message }),
        ),
    },
  )
  writers.set(codec, (clean) => {
    let complete = isRecord(clean)
    const wire = isRecord(clean) ? encodeFields(fields, clean, () => (complete = false)) : undefined
    return complete ? wire : undefined
  })
  return structured(codec, { kind: 'record', shape })
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type FieldCodecs = ReadonlyMap<string, z.ZodMiniType>

function decodeFields(fields: FieldCodecs, wire: Record<string, Json>): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  const odd: Record<string, Json> = {}
  for (const [name, value] of Object.entries(wire)) {
    const field = fields.get(name)
    const result = field && z.safeDecode(field, value)
    if (result && !result.success) define(odd, name, value)
    else define(clean, name, result ? result.data : value)
  }
  if (Object.keys(odd).length > 0) clean[unexpected] = odd
  return clean
}

function encodeFields(fields: FieldCodecs, clean: object, refused: (name: string, message: string) => void) {
  const wire: Record<string, Json> = {}
  for (const [name, value] of Object.entries(clean) as [string, unknown][]) {
    if (value === undefined) continue
    if (name === unexpected) {
      for (const [key, raw] of Object.entries(value as object) as [string, Json][]) define(wire, key, raw)
      continue
    }
    const field = fields.get(name)
    const quick = field && written(field, value)
    const result = field && quick === undefined ? z.safeEncode(field, value) : undefined
    if (quick !== undefined) define(wire, name, quick)
    else if (result && !result.success) refused(name, result.error.issues[0]?.message ?? 'is not valid')
    else define(wire, name, result ? result.data : value)
  }
  return wire
}

/** Defines an own property, so that a field named `__proto__` remains a field. */
function define(target: object, name: string, value: unknown) {
  if (name !== '__proto__') (target as Record<string, unknown>)[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

/** A list that tolerates invalid items: each becomes a record with only `#unexpected`. */
export const listOf = <T extends z.ZodMiniType>(item: T): z.ZodMiniType<z.output<T>[], Json[]> => {
  const codec = z.codec(z.array(json), z.array(z.custom<z.output<T>>()), {
    decode: (items, ctx) =>
      items.map((value): z.output<T> => {
        const result = z.safeDecode(item, value as z.input<T>)
        if (result.success) return result.data
        if (structureOf(item)?.kind === 'record') return { [unexpected]: { item: value } } as z.output<T>
        return refuse(ctx, value, 'has an item of another type')
      }),
    encode: (items) => items.map((value) => encoded(item, value)),
  })
  writers.set(codec, (items) =>
    Array.isArray(items) ? items.map((value: z.output<T>) => encoded(item, value)) : undefined,
  )
  return structured(codec, { kind: 'list', item })
}
