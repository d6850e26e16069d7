import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { isJsonObject, type Json, parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { inItsPlace } from './hidden-credential.ts'

/** What is shorter stands in many a message by chance. */
const shortest = 4

/** The secrets of an input, such as passphrases, in the spellings in which a server may repeat them. */
export function secretsIn(input: unknown, name = ''): string[] {
  if (typeof input === 'string') {
    return isSecretInput(name) && input.length >= shortest ? [input, Buffer.from(input).toString('base64')] : []
  }
  if (Array.isArray(input)) return input.flatMap((item) => secretsIn(item, name))
  if (!isPlain(input)) return [] // bytes and streams of a file
  return Object.entries(input).flatMap(([key, value]) => secretsIn(value, key))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A server that repeats what somebody typed as a secret must not have it shown, or kept with what failed. */
export function withoutSecretsOf(problem: Problem, secrets: readonly string[]): Problem {
  if (secrets.length === 0) return problem
  const { service, status, raw, field, retryAfterSeconds } = problem
  return new Problem(problem.code, hiddenIn(problem.message, secrets), {
    service,
    status,
    field,
    ...(raw !== undefined && { raw: inTexts(raw, secrets, () => true) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** The same of a success, whose messages alone are looked at: other texts may be equal by chance, such as a name. */
export function messagesWithout(body: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return body
  try {
    const json = parseJson(body)
    const before = stringifyJson(json)
    const shown = stringifyJson(inTexts(json, secrets, (name) => /message|description|remark/i.test(name)))
    return shown === before ? body : shown
  } catch {
    return body
  }
}

const hiddenIn = (text: string, secrets: readonly string[]) =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, inItsPlace), text)

function inTexts(value: Json, secrets: readonly string[], isMessage: (name: string) => boolean, name = ''): Json {
  if (typeof value === 'string') return isMessage(name) ? hiddenIn(value, secrets) : value
  if (Array.isArray(value)) return value.map((item) => inTexts(item, secrets, isMessage, name))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, secrets, isMessage, key)]))
}
