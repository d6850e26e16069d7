import type { Problem } from '#contract/problem.ts'

const named = /^(\w+): (?=\S)/

/** The field that an error refers to. Responses name it only at the start of the message. */
export const namedField = ({ field, message }: Problem): string | undefined => field ?? named.exec(message)?.[1]

/** Error codes of the API reference for rejected files. Their messages name no field. */
const ofFiles = new Set(['APP0001', 'FIL0001', 'PAY0001'])

/** The field that an error refers to. `fileFor` maps error codes for files to the file field of the form. */
export const refusedField = (problem: Problem, fileFor?: FileFor): string | undefined =>
  namedField(problem) ?? (ofFiles.has(problem.code) ? fileFor?.(problem.code) : undefined)
export type FileFor = (code: string) => string | undefined

/** Error message for display beside the field, without the field name. */
export const refusalAtField = ({ message }: Problem) => `Refused by the server: ${message.replace(named, '')}`
