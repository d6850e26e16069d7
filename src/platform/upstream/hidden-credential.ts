import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { type Answer, problemOf } from './upstream-problem.ts'

const inItsPlace = '(hidden)'
const secretIn = (credential: string | undefined) => credential?.split(' ').at(-1)

/** A server that echoes what it was asked with must not tell the browser our credential. */
export const hidden = (text: string, credential: string | undefined) => {
  const secret = secretIn(credential)
  if (!secret) return text
  return (text.includes('\\') ? text.replace(inAnySpelling(secret), inItsPlace) : text).replaceAll(secret, inItsPlace)
}

/** Whether it has to be looked for at all: in most answers there is nothing that could be it. */
export function mayHold(json: Uint8Array, credential: string | undefined): boolean {
  const secret = secretIn(credential)
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return Boolean(secret) && (bytes.includes(backslash) || bytes.includes(secret ?? ''))
}
const backslash = 0x5c

/** JSON has several for each character (RFC 8259, 7), and a text that is quoted in JSON has its backslashes doubled. */
function inAnySpelling(secret: string): RegExp {
  const characters = Array.from({ length: secret.length }, (_, at) => {
    const code = secret.charCodeAt(at).toString(16).padStart(4, '0')
    const escaped = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    return `(?:\\\\{0,4}\\u${code}|\\\\{1,4}u${escaped})`
  })
  return new RegExp(characters.join(''), 'g')
}
/** Of one character: four backslashes, `u`, four digits. */
const longestSpelling = 9

/**
 * The parts of an answer without the credential, which may begin in one part and end in a later one. Throws a `Problem`
 * where they break off or are no text.
 */
export async function* hiddenParts(
  service: ServiceName,
  { bytes, rest }: Pick<Answer, 'bytes' | 'rest'>,
  credential: string | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const next = knownParts(secretIn(credential) ?? '')
  const shown = (text: string) => new TextEncoder().encode(text)
  try {
    yield shown(next(utf8.decode(bytes, { stream: true })))
    for await (const part of rest ?? []) yield shown(next(utf8.decode(part, { stream: true })))
    yield shown(next(utf8.decode(), true))
  } catch (error) {
    throw problemOf(service, error)
  }
}

/** What of a text can be shown already: the end of it may be the beginning of the secret. */
function knownParts(secret: string) {
  const pattern = secret && inAnySpelling(secret)
  let held = ''
  return (more: string, isLast = false): string => {
    const text = held + more
    const certain = isLast ? text.length : text.length - secret.length * longestSpelling
    let shown = ''
    let from = 0
    const isThere = pattern && (text.includes('\\') || text.includes(secret))
    for (const { 0: found, index } of isThere ? text.matchAll(pattern) : []) {
      if (index >= certain) break
      shown += text.slice(from, index) + inItsPlace
      from = index + found.length
    }
    const end = Math.max(from, 0, isLast || !isInPair(text, certain) ? certain : certain - 1)
    held = text.slice(end)
    return shown + text.slice(from, end)
  }
}
/** Two halves of one character are encoded together. */
const isInPair = (text: string, at: number) => /^[\ud800-\udbff]$/.test(text.charAt(at - 1))

export const withoutCredential = (problem: Problem, credential: string | undefined) =>
  Problem.fromJSON(parseJson(hidden(stringifyJson(problem), credential))) ?? problem
