import { problemOf } from '#api/problem-of.ts'
import type { FormProblem } from '#ui/wizard.ts'

/** A refusal, with the field of the screen that it is about: the message begins with the wire's name for it. */
export const problemIn =
  (fields: Readonly<Record<string, string>>) =>
  (error: unknown): FormProblem => {
    const problem = problemOf(error)
    const { service, status, code, message, next, meaning, raw, retryAfterSeconds } = problem
    const named = problem.field ?? /^(\w+): /.exec(message)?.[1] ?? ''
    const field = fields[named]
    return {
      service,
      status,
      code,
      message,
      next,
      raw,
      ...(meaning !== undefined && { meaning }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(field !== undefined && { field }),
    }
  }

/** What key-management 28 and 32 call the fields. */
export const subjectAndKeyFields = {
  CNAME: 'commonName',
  ALT_NAMES: 'altNames',
  ORGUNIT: 'unit',
  ORG: 'organisation',
  LOCATION: 'locality',
  STATE: 'state',
  COUNTRY: 'country',
  ALG: 'algorithm',
  LEN: 'curve',
  SIGALG: 'digest',
  VALIDITY: 'validity',
  StoreType: 'storeType',
  PASSWORD: 'password',
} as const
