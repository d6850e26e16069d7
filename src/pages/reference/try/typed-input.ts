import type { Input, Endpoint } from '#contract/endpoint.ts'
import { wrongInputs } from '#contract/http/wrong-inputs.ts'
import { parseJson } from '#contract/json.ts'
import { takesLargeFile } from '#contract/wire.ts'
import type { InputField, InputKind } from './input-fields.ts'

/** What stands in the form, by the name of the field: a text, or the file that was chosen. */
export type Typed = Record<string, string | File | undefined>

type Read = { input: Input<Endpoint> } | { wrong: Record<string, string> }

/** The input that was typed, or what is wrong with each field in the contract's own words. What is empty is not sent. */
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

/** Of the kinds that are not their text. */
const readers: Partial<Record<InputKind, (text: string) => unknown>> = {
  flag: (text) => text === 'true',
  lines: (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  json: parseJson,
}

/** What is no number stays a text, so that the contract says so. */
function valueOf({ kind, isNumber }: InputField, text: string): unknown {
  if (isNumber) return /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text
  return readers[kind]?.(text) ?? text
}
