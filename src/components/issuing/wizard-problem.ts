import { problemOf } from '#api/problem.ts'
import { namedField } from '#components/actions/named-field.ts'
import type { Problem } from '#contract/problem.ts'
import type { FormProblem } from '#ui/wizard/wizard.ts'
import { LostAnswer } from './send.ts'

/**
 * Converts an error for display in a wizard. `fields` maps API parameter names, which start the message, to form
 * fields.
 */
export const problemIn =
  (fields: Readonly<Record<string, string>>) =>
  (error: unknown): FormProblem => {
    const unsure = error instanceof LostAnswer
    const problem = unsure ? error.problem : problemOf(error)
    const { service, status, code, message, meaning, raw, retryAfterSeconds, place, requestId } = problem
    const field = fields[namedField(problem) ?? '']
    return {
      service,
      status,
      code,
      message,
      next: unsure ? 'Check whether it was completed before you send it again.' : nextAfter(problem),
      raw,
      unsure,
      ...(meaning !== undefined && { meaning }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(place && { place }),
      ...(requestId !== undefined && { requestId }),
      ...(field !== undefined && { field }),
    }
  }

/**
 * Next steps for requests that were not sent: they state so first. Errors of a preceding read are of this kind as well.
 */
const notSent: Readonly<Record<string, string>> = {
  SIGNED_OUT: 'Not sent. Sign in again, then send it. Your input is kept.',
  OFFLINE: 'Not sent. Check your network, then send it. Your input is kept.',
}
const nextAfter = (problem: Problem): string => {
  const { code, next, endpoint } = problem
  if (endpoint?.changes) return (code === 'OFFLINE' ? undefined : notSent[code]) ?? next
  return notSent[code] ?? (endpoint ? `Not sent. Your input is kept. ${next}` : next)
}

/** Maps parameters of createCSR and createCertificate to form fields. */
export const subjectAndKeyFields = {
  CNAME: 'commonName',
  ALT_NAMES: 'altNames',
  ORGUNIT: 'unit',
  ORG: 'organization',
  LOCATION: 'locality',
  STATE: 'state',
  COUNTRY: 'country',
  ALG: 'algorithm',
  LEN: 'curve',
  SIGALG: 'digest',
  VALIDITY: 'validity',
  StoreType: 'storeType',
  PASSWORD: 'password',
  profile: 'profile',
} as const
