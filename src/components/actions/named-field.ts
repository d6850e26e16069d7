import type { Problem } from '#contract/problem.ts'

const named = /^(\w+): (?=\S)/

/** The field that a refusal is about. On the wire only the message names it, at its beginning. */
export const namedField = ({ field, message }: Problem): string | undefined => field ?? named.exec(message)?.[1]

/** What is wrong with that field, for people who see it beside the field. */
export const refusalAtField = ({ message }: Problem) => `Refused by the server: ${message.replace(named, '')}`
