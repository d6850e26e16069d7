import { inputData } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'

const deepest = 20

/** What somebody who means it does not send, and two readers could read in two ways. Throws a `Problem` that says what. */
export function requireStrictJson(text: string) {
  try {
    JSON.parse(text)
  } catch {
    throw malformed('is not JSON') // the error of the parser would quote the text
  }
  requireTokens(text)
}

/** Blames the request as a whole: a field that is wrong is the business of the operation. */
export const malformed = (why: string, what: string = inputData) =>
  new Problem('INVALID_INPUT_DATA', `${what}: ${why}`, { service: 'keys' })

/** Of valid JSON: a text, a mark of structure, or a number or word. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g

function requireTokens(text: string) {
  /** Names in the objects that are open; undefined stands for a list. */
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
  // PostgreSQL has no place for it, and many readers end a text there.
  if (value.includes('\0')) throw malformed('has a NUL character')
  return value
}

function requireNew(name: string, names: Set<string> | undefined) {
  if (names?.has(name)) throw malformed('has a name twice in one object')
  names?.add(name)
}
