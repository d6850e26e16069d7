import { inputData } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'

const deepest = 20

/** Rejects invalid and ambiguous JSON. Throws a `Problem` with the reason. */
export function requireStrictJson(text: string) {
  try {
    JSON.parse(text)
  } catch {
    throw malformed('is not JSON') // the parser's message would quote the text
  }
  requireTokens(text)
}

/** Concerns the request as a whole; fields are validated by operations. */
export const malformed = (why: string, what: string = inputData) =>
  new Problem('INVALID_INPUT_DATA', `${what}: ${why}`, { service: 'keys' })

/** JSON tokens: strings, structural characters, numbers and literals. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g

function requireTokens(text: string) {
  /** Names in the open objects; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let nameIsNext = false
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') {
      if (open.push(found === '{' ? new Set() : undefined) > deepest) throw malformed('is nested too deep')
      nameIsNext = found === '{'
    } else if (found === '}' || found === ']') open.pop()
    else if (found === ',') nameIsNext = open.at(-1) !== undefined
    else if (found === ':') nameIsNext = false
    else if (found.startsWith('"')) {
      const value = requireText(found)
      if (nameIsNext) requireNew(value, open.at(-1))
    } else if (/^[-\d]/.test(found) && !Number.isFinite(Number(found)))
      throw malformed('has a number that is too large')
  }
}

function requireText(quoted: string): string {
  const value = JSON.parse(quoted) as string
  if (!value.isWellFormed()) throw malformed('has half of a character (a lone surrogate)')
  // PostgreSQL rejects NUL, and some readers treat it as the end.
  if (value.includes('\0')) throw malformed('has a NUL character')
  return value
}

function requireNew(name: string, names: Set<string> | undefined) {
  if (names?.has(name)) throw malformed('has a name twice in one object')
  names?.add(name)
}
