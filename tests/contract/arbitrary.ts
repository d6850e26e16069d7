import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { hostResults } from '#contract/keys/result.ts'
import {
  base64Text,
  file,
  flag,
  flagText,
  integer,
  largeFile,
  long,
  scalar,
  structureOf,
  text,
  textOrTexts,
} from '#contract/wire.ts'

type Definition = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: z.ZodMiniType[]
  entries?: Record<string, string>
  values?: unknown[]
  valueType?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
/** Keys of a record are columns of ours. */
const nameOfColumn = words.filter((word) => word !== '__proto__')
/** What no chance makes: an email address, an ID, an address of the web, host and port, a fingerprint. */
const ofSomeForm = fc.constantFrom(
  'grace.o@harbour.example',
  'https://store.example/a?b=c',
  'UEsDBA==',
  '1.3.6.1.4.1.311.20.2.2',
  'www.harbour.example:443',
  '/etc/ssl/web.pem',
  '/devices/5',
  '02:30',
  '2027-03-28T02:30',
  'b3d1hzq8m0x27kfa',
  `SHA256:${'Ab0+'.repeat(11).slice(1)}`,
)
const fewDigits = fc.stringMatching(/^\d{1,8}$/)
const digits = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String)
const wholeNumbers = fc.integer({ min: -1_000_000, max: 1_000_000 })

const ofOurCodecs = new Map<z.ZodMiniType, fc.Arbitrary<unknown>>([
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
  [largeFile, fc.record({ name: words, size: fc.constant(3), content: fc.constant(new Blob(['zip'])) })],
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
export function anyOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const known = ofOurCodecs.get(schema) ?? ofSchemas.get(schema)
  if (known) return known
  const made = ofStructure(schema)
  ofSchemas.set(schema, made)
  return made
}

/**
 * The first of `count` values that is wanted. Most callers want the very first; the others are made only where it does not
 * fit, since making them takes longer than the call that they are for.
 */
export function firstOf<Value>(
  schema: z.ZodMiniType,
  { count, seed }: { count: number; seed: number },
  isWanted: (value: Value) => boolean = () => true,
): Value | undefined {
  const made = (numRuns: number) => fc.sample(anyOf(schema) as fc.Arbitrary<Value>, { numRuns, seed })
  return made(1).find(isWanted) ?? made(count).find(isWanted)
}

/** Kept: those of a device's hundreds of fields take longer to make than a value of them. */
const ofSchemas = new WeakMap<z.ZodMiniType, fc.Arbitrary<unknown>>()

function ofStructure(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
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

function ofZod(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const definition = schema.def as unknown as Definition
  const inner = definition.innerType ?? definition.out
  switch (definition.type) {
    case 'string':
      return fc.oneof(words, fewDigits, ofSomeForm).filter((value) => isClean(schema, value))
    case 'int':
    case 'number':
      return fc.integer({ min: 0, max: 200 }).filter((value) => schema.safeParse(value).success)
    case 'boolean':
      return fc.boolean()
    case 'date':
      return fc.date({ noInvalidDate: true })
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'array':
      return fc.array(anyOf(definition.element as z.ZodMiniType), { minLength: 1, maxLength: 3 })
    case 'object':
      return objectOf(definition.shape ?? {}, false).filter((value) => z.safeEncode(schema, value).success)
    case 'record':
      return fc.dictionary(nameOfColumn, anyOf(definition.valueType as z.ZodMiniType), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(anyOf))
    case 'nullable':
      return fc.oneof(anyOf(inner as z.ZodMiniType), fc.constant(null))
    case 'optional':
    case 'default':
    case 'pipe':
      return anyOf(inner as z.ZodMiniType)
    default:
      throw new Error(`No arbitrary for ${definition.type}: teach tests/contract/arbitrary.ts`)
  }
}

/** A clean value is one that reading leaves as it is: a trimmed text, say. */
const isClean = (schema: z.ZodMiniType, value: string) => {
  const { success, data } = schema.safeParse(value)
  return success && data === value
}

function objectOf(shape: Record<string, z.ZodMiniType>, sparse: boolean): fc.Arbitrary<unknown> {
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
