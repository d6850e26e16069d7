import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { isJsonObject, type Json, parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { inItsPlace } from './hidden-credential.ts'

/** Shorter values occur in messages by chance. */
const shortest = 4
/** Shorter values are hidden only as whole words, since they occur within words and numbers by chance. */
const longEnough = 8
/** Fields whose values do not repeat input. */
const namesAndCodes = /(^|_)(code|id|status|name)$|[a-z](Code|I[dD]|Status|Name)$/i

/**
 * Secrets of an input, such as passphrases, in the spellings that a server may repeat; longest first, since one may be
 * a prefix of another. A value that was also sent as a non-secret is not hidden.
 */
export function secretsIn(input: unknown): string[] {
  const texts = [...textsIn(input)]
  const open = new Set(texts.flatMap(([name, text]) => (isSecretInput(name) ? [] : [text])))
  const secrets = texts.flatMap(([name, text]) =>
    isSecretInput(name) && text.length >= shortest && !open.has(text)
      ? [text, Buffer.from(text).toString('base64')]
      : [],
  )
  return [...new Set(secrets)].toSorted((one, other) => other.length - one.length)
}

/** Text values with their field names. */
function* textsIn(input: unknown, name = ''): Generator<[name: string, text: string], void> {
  if (typeof input === 'string' || isNumber(input)) yield [name, String(input)]
  else if (Array.isArray(input)) for (const item of input) yield* textsIn(item, name)
  // excludes bytes and file streams
  else if (isPlain(input)) for (const [key, value] of Object.entries(input)) yield* textsIn(value, key)
}

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Hides secrets that a server repeats in an error, before it is shown or stored. */
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

/**
 * The same for successful responses. Only messages are searched, since other texts, such as names, may match by chance.
 */
export function messagesWithout(body: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return body
  try {
    const json = parseJson(body)
    const before = stringifyJson(json)
    const shown = stringifyJson(inTexts(json, secrets, (name) => /message|description|remark|^details$/i.test(name)))
    return shown === before ? body : shown
  } catch {
    return body
  }
}

/** Occurs in no message: a secret may be part of the replacement of another. */
const mark = '\u0000'

export function hiddenIn(text: string, secrets: readonly string[]): string {
  const marked = secrets.reduce((rest, secret) => rest.replaceAll(patternOf(secret), mark), text)
  return marked === text ? text : marked.replaceAll(mark, inItsPlace)
}

const patternOf = (secret: string) =>
  secret.length < longEnough
    ? new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(secret)}(?![\\p{L}\\p{N}_])`, 'gu')
    : secret

function inTexts(value: Json, secrets: readonly string[], isMessage: (name: string) => boolean, name = ''): Json {
  if (typeof value === 'string' || isNumber(value)) {
    if (!isMessage(name)) return value
    const text = String(value)
    const long = namesAndCodes.test(name) ? secrets.filter(({ length }) => length >= longEnough) : secrets
    const shown = hiddenIn(text, long)
    return shown === text ? value : shown
  }
  if (Array.isArray(value)) return value.map((item) => inTexts(item, secrets, isMessage, name))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, secrets, isMessage, key)]))
}
