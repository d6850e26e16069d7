import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { jsonType } from '#contract/http/http.ts'
import type { WireResponse } from '#contract/http/wire-message.ts'
import { stringifyJson } from '#contract/json.ts'
import { failure } from '#contract/keys/result.ts'
import { Problem } from '#contract/problem.ts'
import { currentCall } from '#platform/current-call.ts'
import { factsOfFailure, problemOfFailure } from '#platform/database/failure.ts'
import type { Log } from '#platform/log.ts'
import { problemOf } from '#services/keys/refused.ts'
import { methodsOf } from './request-path.ts'

const defaultRetrySeconds = 5

/** The error in the response format of the endpoint. */
export function failureAnswer(endpoint: Endpoint | undefined, error: unknown, log: Log): WireResponse {
  const problem = toProblem(error, log)
  const status = endpoint && isOutcome(endpoint, problem) ? 200 : problem.status
  const headers: Record<string, string> = { 'content-type': jsonType }
  if (endpoint && status === 405) headers.allow = methodsOf(endpoint).join(', ')
  if (status === 429 || status === 503)
    headers['retry-after'] = String(problem.retryAfterSeconds ?? defaultRetrySeconds)
  return { status, headers, body: stringifyJson(failure(endpoint, problem.message)) }
}

/** Whether the call as such was valid: rejected operations and invalid fields are reported as results. */
function isOutcome({ input }: Endpoint, { code, field = '' }: Problem): boolean {
  if (code === 'REFUSED') return true
  const [name = ''] = field.split('.')
  return code === 'INVALID_INPUT_DATA' && input instanceof z.ZodMiniObject && Object.hasOwn(input.shape, name)
}

function toProblem(error: unknown, log: Log): Problem {
  const ofDatabase = problemOfFailure(error, 'keys')
  if (ofDatabase) {
    log('database failed', factsOfFailure(error))
    return ofDatabase
  }
  const problem = problemOf(error)
  if (problem instanceof Problem && problem.code !== 'KEYS_FAILED') return problem
  const request = currentCall()?.requestId
  log('failed', { request, error: traceOf(error) })
  return new Problem('KEYS_FAILED', `Internal error of the key service, try again (${request})`)
}

/** Stack trace only, since parser messages quote their input. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const stack = error.stack ?? error.message
  return error instanceof SyntaxError ? [error.name, ...stack.split('\n').filter(isFrame)].join('\n') : stack
}
const isFrame = (line: string) => /^\s+at /.test(line)
