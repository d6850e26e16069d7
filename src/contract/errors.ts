/** Detects errors in responses of the services, in all forms that real servers use. */
import type * as z from 'zod/mini'
import { type Json, isJsonObject, stringifyJson } from './json.ts'
import { codeOfMeaning, Problem, type ServiceName } from './problem.ts'

type Answer = { status: number; headers: Record<string, string> }

/** A response with a result per server is not an error as a whole. */
export const statusOfParts = 'deployStatus'

/** Response fields beside the content. Only these determine whether it is an error. */
export const reportedBeside: ReadonlySet<string> = new Set([
  statusOfParts,
  'error_code',
  'errorCode',
  'ErrorCode',
  'error',
  'result',
  'status',
  'Status',
  'localized_error_description',
  'error_description',
  'errorMsg',
  'ErrorMsg',
  'Message',
  'message',
])

/** The problem that a response describes; undefined for a success. HTTP 200 may carry an error. */
export function errorIn(service: ServiceName, answer: Answer, body: Json): Problem | undefined {
  const ours = isJsonObject(body) && answer.status >= 400 ? Problem.fromJSON(body) : undefined
  if (ours) return ours
  const found = isJsonObject(body) ? body : {}
  if (answer.status < 400 && Array.isArray(found[statusOfParts])) return undefined
  const said = found.error_code ?? found.errorCode ?? found.ErrorCode
  // Some servers send code 0 for success.
  const code = (said !== '0' && said) || (service === 'identity' ? found.error : undefined)
  const result = isJsonObject(found.result) ? found.result : {}
  const outcome = word(result.status ?? found.status ?? found.Status) ?? ''
  const failed = answer.status >= 400 || code !== undefined || ['error', 'fail', 'failed', 'failure'].includes(outcome)
  if (!failed) return undefined
  const message = [
    found.localized_error_description,
    found.error_description,
    found.errorMsg,
    found.ErrorMsg,
    result.message,
    found.Message,
    found.message,
  ].find((text) => typeof text === 'string' && text !== '')
  return new Problem(
    code === undefined ? codeless(service, answer, message) : typeof code === 'string' ? code : stringifyJson(code),
    message as string | undefined,
    {
      service,
      status: answer.status >= 400 ? answer.status : undefined,
      raw: body,
      retryAfterSeconds: retryAfter(answer.headers['retry-after']),
    },
  )
}

/** key-management reports failures without a code; the embedded service is recognized by its messages. */
function codeless(service: ServiceName, { status }: Answer, message: unknown): string {
  if (status === 507) return 'STORAGE_FULL' // Insufficient Storage (RFC 4918, 11.5)
  if (service !== 'keys') return `HTTP_${status}`
  if (status < 400) return 'REFUSED'
  return codeOfMeaning(service, status, message) ?? `HTTP_${status}`
}

/**
 * mobile-device-management, Errors: some fields have their own code. A Map, since field names may equal Object
 * properties.
 */
/** A map: a field may be called like something that every object has. */
const codeOfField = new Map([
  ['limit', 'COM0003'],
  ['offset', 'COM0003'],
  ['skip-token', 'COM0003'],
  ['delta-token', 'COM0021'],
])
const codeOfService: Partial<Record<ServiceName, string>> = {
  mdm: 'COM0005',
  desktop: '10010',
  keys: 'INVALID_INPUT_DATA',
  identity: 'invalid_request',
}

/** An invalid input value, with the service's code and the field name. */
export function invalidInput(
  service: ServiceName,
  error: z.core.$ZodError | undefined,
  name?: string,
  why?: string,
): Problem {
  const issue = error?.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  if (unknown !== undefined && service === 'desktop') return unsupported(service, unknown)
  const field = name ?? unknown ?? issue?.path.join('.') ?? ''
  const reason = why ?? (unknown === undefined ? issue?.message : 'Invalid parameter detected') ?? ''
  const code = (service === 'mdm' ? codeOfField.get(field) : undefined) ?? codeOfService[service] ?? 'INVALID_INPUT'
  return new Problem(code, field === '' ? reason : `${field}: ${reason}`, { service, field })
}

/** Endpoints that list all their parameters reject others, as real servers do. */
const unsupported = (service: ServiceName, field: string) =>
  new Problem('IAM0028', `Unsupported parameter ${field} detected in the request.`, { service, field })

const word = (value: Json | undefined) => (typeof value === 'string' ? value.toLowerCase() : undefined)

/** `Retry-After` in seconds, from seconds or a date; at most an hour. */
function retryAfter(value: string | undefined): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return seconds >= 0 ? Math.min(seconds, 3600) : undefined
}
