import type { Input, Endpoint } from '#contract/endpoint.ts'
import { wrongInputs } from '#contract/http/wrong-inputs.ts'
import { parseJson } from '#contract/json.ts'
import { takesLargeFile } from '#contract/wire.ts'
import type { InputField, InputKind } from './input-fields.ts'

/** Form values by field name: text, or the selected file. */
export type Typed = Record<string, string | File | undefined>

type Read = { input: Input<Endpoint> } | { wrong: Record<string, string> }

/** Converts form values to the input, or returns the contract's error messages by field. Empty values are omitted. */
export async function readTyped(endpoint: Endpoint, fields: readonly InputField[], typed: Typed): Promise<Read> {
  const input: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const field of fields) {
    const given = typed[field.name]
    if (given === undefined || given === '') continue
    try {
      input[field.name] = given instanceof File ? await contentOf(endpoint, given) : valueOf(field, given)
    } catch (error) {
      wrong[field.name] = error instanceof SyntaxError ? 'is not JSON' : 'the file cannot be read. Choose it again.'
    }
  }
  Object.assign(wrong, { ...wrongInputs(endpoint, input), ...wrong })
  return Object.keys(wrong).length > 0 ? { wrong } : { input }
}

const contentOf = async (endpoint: Endpoint, file: File) =>
  takesLargeFile(endpoint)
    ? { name: file.name, size: file.size, content: file }
    : { name: file.name, bytes: await file.bytes() }

/** Conversions of text to other types. */
const readers: Partial<Record<InputKind, (text: string) => unknown>> = {
  flag: (text) => text === 'true',
  lines: (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  json: parseJson,
}

/** Text that is not a number is passed unchanged, so that the contract reports the error. */
function valueOf({ kind, isNumber }: InputField, text: string): unknown {
  if (isNumber) return /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text
  return readers[kind]?.(text) ?? text
}
