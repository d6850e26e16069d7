import * as fc from 'fast-check'
import * as z from 'zod'
import { hostResults } from '#contract/keys/result.ts'
import {
  base64Text,
  file,
  flag,
  flagText,
  integer,
  long,
  scalar,
  structureOf,
  text,
  textOrTexts,
} from '#contract/wire.ts'

type Definition = {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: unknown[]
  shape?: Record<string, z.ZodType>
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
/** What no chance makes: an email address, an address of the web. */
const ofSomeForm = fc.constantFrom('grace.o@harbour.example', 'https://store.example/a?b=c', 'UEsDBA==')
const digits = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String)
const wholeNumbers = fc.integer({ min: -1_000_000, max: 1_000_000 })

const ofOurCodecs = new Map<z.ZodType, fc.Arbitrary<unknown>>([
  [text, words],
  [long, digits],
  [integer, wholeNumbers],
  [flag, fc.boolean()],
  [flagText, fc.boolean()],
  [base64Text, words],
  [textOrTexts, fc.oneof(words, fc.array(words))],
  [
    file,
    fc.record({
      name: words,
      bytes: fc.uint8Array({ maxLength: 50 }),
      type: fc.constantFrom('application/octet-stream', 'application/x-pem-file'),
    }),
  ],
  [
    hostResults,
    fc.uniqueArray(fc.record({ host: fc.domain(), status: words, message: words }), { selector: ({ host }) => host }),
  ],
  [scalar, fc.oneof(words, wholeNumbers, digits.map(BigInt).filter(unsafe), fc.boolean(), fc.constant(null))],
])

/** A long integer that fits a number is read back as one. */
function unsafe(value: bigint) {
  return !Number.isSafeInteger(Number(value))
}

/** Any valid clean value of a schema of the contract; candidates that a check refuses are filtered out. */
export function anyOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const known = ofOurCodecs.get(schema)
  if (known) return known
  const made = structureOf(schema)
  if (made?.kind === 'record') return objectOf(made.shape, true)
  if (made?.kind === 'list') return fc.array(anyOf(made.item), { maxLength: 3 })
  if (made?.kind === 'envelope') return anyOf(made.item)
  if (made?.kind === 'rows') {
    return fc.record({ rows: fc.array(anyOf(made.item), { maxLength: 3 }), total: fc.nat() })
  }
  if (made?.kind === 'page') {
    return fc.record({
      rows: fc.array(anyOf(made.item), { maxLength: 3 }),
      total: fc.nat(),
      next: fc.webUrl(),
      deltaToken: words,
    })
  }
  return ofZod(schema)
}

function ofZod(schema: z.ZodType): fc.Arbitrary<unknown> {
  const definition = schema.def as unknown as Definition
  const inner = definition.innerType ?? definition.out
  switch (definition.type) {
    case 'string':
      return fc.oneof(words, fc.stringMatching(/^\d{1,8}$/), ofSomeForm).filter((value) => isClean(schema, value))
    case 'int':
    case 'number':
      return fc.integer({ min: 0, max: 200 }).filter((value) => schema.safeParse(value).success)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'array':
      return fc.array(anyOf(definition.element as z.ZodType), { minLength: 1, maxLength: 3 })
    case 'object':
      return objectOf(definition.shape ?? {}, false).filter((value) => z.safeEncode(schema, value).success)
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(anyOf))
    case 'nullable':
      return fc.oneof(anyOf(inner as z.ZodType), fc.constant(null))
    case 'optional':
    case 'default':
    case 'pipe':
      return anyOf(inner as z.ZodType)
    default:
      throw new Error(`No arbitrary for ${definition.type}: teach tests/contract/arbitrary.ts`)
  }
}

/** A clean value is one that reading leaves as it is: a trimmed text, say. */
const isClean = (schema: z.ZodType, value: string) => {
  const { success, data } = schema.safeParse(value)
  return success && data === value
}

function objectOf(shape: Record<string, z.ZodType>, sparse: boolean): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, field]) => [name, anyOf(field)] as const)
  // A record of 460 fields is filled a handful at a time: all of them each time would only be slow.
  const chosen = sparse && fields.length > 12 ? fc.subarray(fields, { maxLength: 12 }) : fc.constant(fields)
  const optional = Object.entries(shape).filter(([, field]) => sparse || field.safeParse(undefined).success)
  return chosen.chain((picked) =>
    fc.record(Object.fromEntries(picked), {
      requiredKeys: picked.map(([name]) => name).filter((name) => !optional.some(([key]) => key === name)),
    }),
  )
}
