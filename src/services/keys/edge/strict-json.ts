import { inputData } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'

const deepest = 20

/** Rejects invalid and ambiguous JSON. Throws a `Problem` with the reason. */
export function requireStrictJson(text: string, what: string = inputData) {
  try {
    JSON.parse(text)
  } catch {
    throw malformed('is not JSON', what) // the parser's message would quote the text
  }
  requireTokens(text, (why) => malformed(why, what))
}

/** Concerns the request as a whole; fields are validated by operations. */
export const malformed = (why: string, what: string = inputData) =>
  new Problem('INVALID_INPUT_DATA', `${what}: ${why}`, { service: 'keys' })

/** JSON tokens: strings, structural characters, numbers and literals. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g

type Malformed = (why: string) => Problem

function requireTokens(text: string, refused: Malformed) {
  /** Names in the open objects; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let nameIsNext = false
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') {
      if (open.push(found === '{' ? new Set() : undefined) > deepest) throw refused('is nested too deep')
      nameIsNext = found === '{'
    } else if (found === '}' || found === ']') open.pop()
    else if (found === ',') nameIsNext = open.at(-1) !== undefined
    else if (found === ':') nameIsNext = false
    else if (found.startsWith('"')) {
      const value = requireText(found, refused)
      if (nameIsNext) requireNew(value, open.at(-1), refused)
    } else if (/^[-\d]/.test(found) && !Number.isFinite(Number(found))) throw refused('has a number that is too large')
  }
}

function requireText(quoted: string, refused: Malformed): string {
  const value = JSON.parse(quoted) as string
  if (!value.isWellFormed()) throw refused('has half of a character (a lone surrogate)')
  // PostgreSQL rejects NUL, and some readers treat it as the end.
  if (value.includes('\0')) throw refused('has a NUL character')
  return value
}

function requireNew(name: string, names: Set<string> | undefined, refused: Malformed) {
  if (names?.has(name)) throw refused('has a name twice in one object')
  names?.add(name)
}
