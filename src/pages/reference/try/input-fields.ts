import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { file, largeFile } from '#contract/wire.ts'

/** Kind of input; `lines` has one item per line, `json` is JSON text. */
export type InputKind = 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'lines' | 'json' | 'file'

export type InputField = {
  name: string
  kind: InputKind
  required: boolean
  isNumber: boolean
  /** Options of a `choice`. */
  choices: readonly string[]
  /** Format of the value. */
  hint: string
  /** Default value. */
  initial: string
}

/** The used subset of JSON Schema. */
type Described = {
  type?: string
  enum?: readonly (string | number)[]
  const?: string | number
  default?: string | number | boolean
  items?: Described
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

/** Fields of an endpoint's input, required ones first. */
export function inputFieldsOf({ input }: Endpoint): InputField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' })
  const shape = input instanceof z.ZodMiniObject ? (input.shape as Record<string, z.ZodMiniType>) : {}
  const fields = Object.entries(properties as Record<string, Described>).map(([name, described]): InputField => {
    const kind = kindOf(name, described, shape[name])
    return {
      name,
      kind,
      required: required.includes(name),
      isNumber: isNumber(described),
      choices: choicesOf(described),
      hint: hints[kind](described),
      initial: String(described.default ?? ''),
    }
  })
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required))
}

function kindOf(name: string, described: Described, schema: z.ZodMiniType | undefined): InputKind {
  if (isFile(schema)) return 'file'
  if (choicesOf(described).length > 0) return 'choice'
  if (described.type === 'boolean') return 'flag'
  if (isNumber(described)) return 'number'
  if (described.type === 'string') return isSecretInput(name) ? 'secret' : 'text'
  // Arrays of strings are entered one per line, other arrays as JSON.
  return described.type === 'array' && described.items?.type === 'string' ? 'lines' : 'json'
}

const isNumber = ({ type }: Described) => type === 'integer' || type === 'number'

const isFile = (schema: z.ZodMiniType | undefined): boolean =>
  schema === file ||
  schema === largeFile ||
  (schema instanceof z.ZodMiniOptional && isFile(schema.def.innerType as z.ZodMiniType))

const choicesOf = ({ enum: values, const: only }: Described): readonly string[] =>
  values?.map(String) ?? (only === undefined ? [] : [String(only)])

/** Hint by kind of input. */
const hints: Record<InputKind, (described: Described) => string> = {
  flag: () => 'true or false',
  choice: ({ enum: values }) => (values === undefined ? 'The only value' : 'One of these'),
  file: () => '',
  number: ({ type, minimum, maximum }) =>
    `${type === 'integer' ? 'Whole number' : 'Number'}${between(minimum, maximum)}`,
  lines: ({ minItems = 0, maxItems, items }) =>
    `One per line${between(minItems > 1 ? minItems : undefined, maxItems)}${oneOf(items)}`,
  json: () => 'JSON',
  text: (described) => textHint(described),
  secret: (described) => textHint(described),
}

const textHint = ({ minLength = 0, maxLength, pattern }: Described) =>
  [
    minLength > 1 && maxLength !== undefined && `${minLength} to ${maxLength} characters`,
    minLength <= 1 && maxLength !== undefined && `At most ${maxLength.toLocaleString('en')} characters`,
    pattern !== undefined && `Must match ${pattern}`,
  ]
    .filter(Boolean)
    .join('. ') || 'Text'

const oneOf = (items: Described | undefined) => (items?.enum ? `, of: ${items.enum.join(', ')}` : '')

/** Range of a number. The limits of safe integers are omitted. */
function between(min: number | undefined, max: number | undefined): string {
  const [low, high] = [min, max].map((bound) =>
    bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound.toLocaleString('en'),
  )
  if (low !== undefined && high !== undefined) return `, ${low} to ${high}`
  if (low !== undefined) return `, at least ${low}`
  return high === undefined ? '' : `, at most ${high}`
}
