import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { isJsonObject, type Json, type JsonObject, parseJson, stringifyJson } from '#contract/json.ts'
import type { StatedReason } from '#contract/reason.ts'
import type { Person } from '#platform/console.ts'
import type { Seal } from '#platform/seal.ts'
import type { Needs } from './plan.ts'

/** Common input of a job, as stored. */
export type JobInput = {
  input: JsonObject
  why: Partial<StatedReason>
  /** Names of secrets that were erased at the end. */
  erased: string[]
  /** Requirements for starting it. */
  needs?: Needs
  /** Who started it. */
  starter?: Starter
}
export type Starter = Pick<Person, 'by' | 'email'>
export const starterOf = ({ by, email }: Person): Starter => ({ by, email })

/** Seals inputs and credentials of jobs, each bound to its row. */
export const jobSeal = (seal: Seal) => ({
  closeInput: (job: number, input: JobInput) => seal.close(stringifyJson(input), `input of ${job}`),
  openInput: (job: number, sealed: string) => parseJson(seal.open(sealed, `input of ${job}`)) as JobInput,
  closeItem: (job: number, n: number, input: JsonObject) => seal.close(stringifyJson(input), `item ${n} of ${job}`),
  openItem: (job: number, n: number, sealed: string) =>
    parseJson(seal.open(sealed, `item ${n} of ${job}`)) as JsonObject,
  closeFile: (job: number, n: number, bytes: Uint8Array) =>
    seal.close(Buffer.from(bytes).toString('base64'), `file ${n} of ${job}`),
  openFile: (job: number, n: number, sealed: string) =>
    new Uint8Array(Buffer.from(seal.open(sealed, `file ${n} of ${job}`), 'base64')),
  closeCredential: (job: number, credential: string) => seal.close(credential, `credential of ${job}`),
  openCredential: (job: number, sealed: string) => seal.open(sealed, `credential of ${job}`),
})
export type JobSeal = ReturnType<typeof jobSeal>

/** Without secrets, which must be entered again for a retry. */
export function withoutSecrets({ input, erased, ...rest }: JobInput): JobInput {
  const secret = Object.keys(input).filter(isSecretInput)
  return {
    input: Object.fromEntries(Object.entries(input).filter(([name]) => !secret.includes(name))),
    ...rest,
    erased: [...new Set([...erased, ...secret])],
  }
}

/** Splits an item's own input into secrets, which are erased at the end, and the rest. */
export function splitSecrets(input: JsonObject): { secret: JsonObject; plain: JsonObject } {
  const entries = Object.entries(input)
  const part = (isSecret: boolean) =>
    Object.fromEntries(entries.filter(([name, value]) => holdsSecret(name, value) === isSecret))
  return { secret: part(true), plain: part(false) }
}

const holdsSecret = (name: string, value: Json): boolean =>
  isSecretInput(name) ||
  (isJsonObject(value) && Object.entries(value).some(([inner, one]) => holdsSecret(inner, one))) ||
  (Array.isArray(value) && value.some((one) => holdsSecret('', one)))

/** Stored form of an item's input without secrets. */
export const writeGiven = (given: JsonObject): string => (Object.keys(given).length === 0 ? '' : stringifyJson(given))
export const readGiven = (text: string): JsonObject => (text === '' ? {} : (parseJson(text) as JsonObject))
