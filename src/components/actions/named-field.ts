import type { Problem } from '#contract/problem.ts'

const named = /^(\w+): (?=\S)/

/** The field that a refusal is about. On the wire only the message names it, at its beginning. */
export const namedField = ({ field, message }: Problem): string | undefined => field ?? named.exec(message)?.[1]

/** What is refused of a file, by the texts of the reference: they name no field. */
const ofFiles = new Set(['APP0001', 'FIL0001', 'PAY0001'])

/** Where a form takes a file, a refusal of files is about that one. `fileFor`: the field of the file, by code. */
export const refusedField = (problem: Problem, fileFor?: FileFor): string | undefined =>
  namedField(problem) ?? (ofFiles.has(problem.code) ? fileFor?.(problem.code) : undefined)
export type FileFor = (code: string) => string | undefined

/** What is wrong with that field, for people who see it beside the field. */
export const refusalAtField = ({ message }: Problem) => `Refused by the server: ${message.replace(named, '')}`
