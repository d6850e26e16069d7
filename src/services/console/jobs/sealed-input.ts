import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { type JsonObject, parseJson, stringifyJson } from '#contract/json.ts'
import type { StatedReason } from '#contract/reason.ts'
import type { Seal } from '#platform/seal.ts'

/** What all items of a job have in common, as it is kept. */
export type JobInput = {
  input: JsonObject
  why: Partial<StatedReason>
  /** Secrets that were erased at the end. */
  erased: string[]
}

/** Inputs and credentials of jobs, each sealed for its own row. */
export const jobSeal = (seal: Seal) => ({
  closeInput: (job: number, input: JobInput) => seal.close(stringifyJson(input), `input of ${job}`),
  openInput: (job: number, sealed: string) => parseJson(seal.open(sealed, `input of ${job}`)) as JobInput,
  closeItem: (job: number, n: number, input: JsonObject) => seal.close(stringifyJson(input), `item ${n} of ${job}`),
  openItem: (job: number, n: number, sealed: string) =>
    parseJson(seal.open(sealed, `item ${n} of ${job}`)) as JsonObject,
  closeCredential: (job: number, credential: string) => seal.close(credential, `credential of ${job}`),
  openCredential: (job: number, sealed: string) => seal.open(sealed, `credential of ${job}`),
})
export type JobSeal = ReturnType<typeof jobSeal>

/** The same without secrets, which are asked for again should it be sent once more. */
export function withoutSecrets({ input, why, erased }: JobInput): JobInput {
  const secret = Object.keys(input).filter(isSecretInput)
  return {
    input: Object.fromEntries(Object.entries(input).filter(([name]) => !secret.includes(name))),
    why,
    erased: [...new Set([...erased, ...secret])],
  }
}
