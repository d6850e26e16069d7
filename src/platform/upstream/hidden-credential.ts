import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { type Answer, problemOf } from './upstream-problem.ts'

export const inItsPlace = '(hidden)'
const secretIn = (credential: string | undefined) => credential?.split(' ').at(-1)

/** Removes our credential from responses of servers that echo the request. */
export const hidden = (text: string, credential: string | undefined) => {
  const secret = secretIn(credential)
  return secret ? knownParts(secret)(text, true) : text
}

/** A quick check that excludes most responses without decoding them. */
export function mayHold(json: Uint8Array, credential: string | undefined): boolean {
  const secret = secretIn(credential)
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return Boolean(secret) && (bytes.includes(backslash) || bytes.includes(secret ?? ''))
}
const backslash = 0x5c

/** JSON has several spellings per character (RFC 8259, 7), and JSON nested in JSON strings doubles backslashes. */
function inAnySpelling(secret: string): RegExp {
  const characters = Array.from(secret, (character) => {
    const code = codeOf(character)
    const escaped = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    return `(?:\\\\{0,4}\\u${code}|\\\\{1,4}u${escaped})`
  })
  return new RegExp(characters.join(''), 'g')
}
const codeOf = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')

/** Tokens of several thousand characters exceed the limits of a regular expression. */
const longestPattern = 100

/** Finds a secret in a text: its prefix by a regular expression, the rest by comparison. */
function finder(secret: string) {
  const begin = inAnySpelling(secret.slice(0, longestPattern))
  const others = Array.from(secret.slice(longestPattern))
  return function* (text: string): Generator<{ index: number; end: number }, void> {
    for (const { 0: found, index } of text.matchAll(begin)) {
      let end = index + found.length
      if (others.every((character) => (end = endOf(character, text, end)) > 0)) yield { index, end }
    }
  }
}

/** End of a character in any spelling at this position; 0 if it is a different character. */
function endOf(character: string, text: string, at: number): number {
  let from = at
  while (from < at + 4 && text[from] === '\\') from += 1
  if (text[from] === character) return from + 1
  if (from === at) return 0
  if (character === '\\') return from
  return text[from] === 'u' && text.slice(from + 1, from + 5).toLowerCase() === codeOf(character) ? from + 5 : 0
}
/** Per character: four backslashes, `u`, four digits. */
const longestSpelling = 9

/**
 * Streams a response without the credential, which may span parts. Throws a `Problem` if the source fails. A started
 * response cannot be rejected any more, so invalid UTF-8 becomes U+FFFD.
 */
export async function* hiddenParts(
  service: ServiceName,
  { bytes, rest }: Pick<Answer, 'bytes' | 'rest'>,
  credential: string | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
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

/** Emits text once it cannot be the beginning of the secret. */
function knownParts(secret: string) {
  let find: ReturnType<typeof finder> | undefined
  let held = ''
  return (more: string, isLast = false): string => {
    const text = held + more
    const certain = isLast ? text.length : text.length - secret.length * longestSpelling
    let shown = ''
    let from = 0
    const mayBeThere = secret !== '' && (text.includes('\\') || text.includes(secret))
    if (mayBeThere) find ??= finder(secret)
    for (const { index, end } of mayBeThere && find ? find(text) : []) {
      if (index >= certain) break
      if (index < from) continue
      shown += text.slice(from, index) + inItsPlace
      from = end
    }
    const end = Math.max(from, 0, isLast || !isInPair(text, certain) ? certain : certain - 1)
    held = text.slice(end)
    return shown + text.slice(from, end)
  }
}
/** Surrogate pairs are encoded together. */
const isInPair = (text: string, at: number) => /^[\ud800-\udbff]$/.test(text.charAt(at - 1))

export const withoutCredential = (problem: Problem, credential: string | undefined) =>
  Problem.fromJSON(parseJson(hidden(stringifyJson(problem), credential))) ?? problem
