import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'

/** A server that echoes what it was asked with must not tell the browser our credential. */
export const hidden = (text: string, credential: string | undefined) => {
  const secret = credential?.split(' ').at(-1)
  if (!secret) return text
  return (text.includes('\\') ? text.replace(inAnySpelling(secret), '(hidden)') : text).replaceAll(secret, '(hidden)')
}

/** JSON has several for each character (RFC 8259, 7), and a text that is quoted in JSON has its backslashes doubled. */
function inAnySpelling(secret: string): RegExp {
  const characters = Array.from({ length: secret.length }, (_, at) => {
    const code = secret.charCodeAt(at).toString(16).padStart(4, '0')
    const escaped = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    return `(?:\\\\{0,4}\\u${code}|\\\\{1,4}u${escaped})`
  })
  return new RegExp(characters.join(''), 'g')
}

export const withoutCredential = (problem: Problem, credential: string | undefined) =>
  Problem.fromJSON(parseJson(hidden(stringifyJson(problem), credential))) ?? problem
