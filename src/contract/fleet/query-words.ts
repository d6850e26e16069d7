/** Splits a query into words and their parts with positions, independent of the catalog. */

export type Part = { text: string; from: number; to: number; isQuoted: boolean; isOpen?: true }
export const signs = [':', '=', '<=', '<', '>=', '>'] as const
export type Sign = (typeof signs)[number]
export type Word = {
  from: number
  to: number
  isNegated: boolean
  /** `restriction`, `unknown` or `missing`, if followed by a name. */
  prefix?: Part
  head: Part
  /** Up to two: a list entry, then its version. An omitted value is empty. */
  values: { sign: Sign; at: number; value: Part }[]
}

const space = /\s/u
const prefixes = new Set(['restriction', 'unknown', 'missing'])

/** Tokenizes without failing: errors remain visible in the parts. Linear in the length of the query. */
export function wordsOf(line: string): Word[] {
  const words: Word[] = []
  let at = 0
  while (at < line.length) {
    if (space.test(line.charAt(at))) at += 1
    else {
      const word = wordAt(line, at)
      words.push(word)
      at = word.to
    }
  }
  return words
}

function wordAt(line: string, from: number): Word {
  const isNegated = line[from] === '-'
  let head = partAt(line, isNegated ? from + 1 : from, endOfName)
  let prefix: Part | undefined
  if (line[head.to] === ':' && !head.isQuoted && prefixes.has(head.text.toLowerCase())) {
    prefix = head
    head = partAt(line, head.to + 1, endOfName)
    // unknown:restriction:allow_camera
    if (line[head.to] === ':' && head.text.toLowerCase() === 'restriction') head = partAt(line, head.to + 1, endOfName)
  }
  const values: Word['values'] = []
  let to = head.to
  for (let sign = signAt(line, to); sign; sign = signAt(line, to)) {
    const isFirst = values.length === 0
    const value = partAt(line, to + sign.length, isFirst && sign === ':' ? endOfEntry : endOfValue)
    values.push({ sign, at: to, value })
    to = value.to
    if (!isFirst) break
  }
  return { from, to, isNegated, ...(prefix && { prefix }), head, values }
}

const endOfName = /[\s:=<>]/gu
const endOfEntry = /[\s=<>]/gu
const endOfValue = /\s/gu

function signAt(line: string, at: number): Sign | undefined {
  return signs.find((sign) => line.startsWith(sign, at))
}

function partAt(line: string, from: number, end: RegExp): Part {
  if (line[from] === '"') return quotedAt(line, from)
  end.lastIndex = from
  const to = end.exec(line)?.index ?? line.length
  return { text: line.slice(from, to), from, to, isQuoted: false }
}

function quotedAt(line: string, from: number): Part {
  let text = ''
  for (let at = from + 1; at < line.length; at += 1) {
    const here = line.charAt(at)
    if (here === '"') return { text, from, to: at + 1, isQuoted: true }
    if (here === '\\') at += 1
    text += line.charAt(at)
  }
  return { text, from, to: line.length, isQuoted: true, isOpen: true }
}

export const quoted = (text: string) => `"${text.replace(/["\\]/gu, String.raw`\$&`)}"`
