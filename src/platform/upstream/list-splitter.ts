import { Problem } from '#contract/problem.ts'
import { maxBytes } from './answer.ts'
import { deepest } from './json-depth.ts'

const codeOf = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma, colon] = [codeOf('"'), codeOf('\\'), codeOf(','), codeOf(':')]
const [openList, closeList, openObject, closeObject] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')]

/** Batch size, small enough not to block the event loop. */
const batchBytes = 32 * 1024
/** Longer property names are not compared. */
const longestName = 1000

/**
 * Splits a list out of a response while it arrives: rows in batches, then the response with an empty list. Only finds
 * the boundaries; invalid JSON is detected when batches and rest are parsed. Error responses have no list (`hasList`).
 */
export function listSplitter(listName: string, hasList = true) {
  const inList = parts('One row of the list is longer than 10 MiB')
  const rest = parts()
  let depth = 0
  let inText = false
  let isEscaped = false
  /** The last string at the top level, and whether it is a property name. */
  let name: number[] = []
  let isNamed = false
  let state: 'before' | 'within' | 'behind' = 'before'
  let wasCut = false

  const opensTheList = () => {
    if (!hasList || depth !== 2 || !isNamed || parsed(Buffer.from(name).toString()) !== listName) return false
    if (state === 'before') return true
    throw new Problem('UNEXPECTED_CONTENT', `The answer has two lists called ${listName}`)
  }
  const batch = (isLast: boolean): string[] => {
    const text = utf8.decode(inList.take())
    const isBlank = /^\s*$/.test(text)
    if (isBlank && isLast && !wasCut) return []
    if (isBlank) throw new Problem('UNEXPECTED_CONTENT', 'The list has a comma too many')
    wasCut = true
    return [text]
  }

  return {
    /** Rows completed by these bytes, each batch as the inside of a JSON array. */
    push(bytes: Uint8Array): string[] {
      const batches: string[] = []
      let start = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0
        if (inText) {
          if (depth === 1 && name.length < longestName) name.push(byte)
          if (isEscaped) isEscaped = false
          else if (byte === backslash) isEscaped = true
          else if (byte === quote) inText = false
        } else if (byte === quote) {
          inText = true
          isNamed = false
          if (depth === 1) name = [quote]
        } else if (byte === colon) {
          isNamed ||= depth === 1
        } else if (byte === comma) {
          if (state !== 'within' || depth !== 2 || inList.size() + at - start < batchBytes) continue
          inList.add(bytes.subarray(start, at))
          batches.push(...batch(false))
          start = at + 1
        } else if (byte === openList || byte === openObject) {
          depth += 1
          if (depth > deepest) throw new Problem('UNEXPECTED_CONTENT', 'The answer is nested too deeply')
          if (byte !== openList || !opensTheList()) continue
          rest.add(bytes.subarray(start, at + 1))
          start = at + 1
          state = 'within'
        } else if (byte === closeList || byte === closeObject) {
          depth -= 1
          if (state !== 'within' || depth !== 1) continue
          inList.add(bytes.subarray(start, at))
          batches.push(...batch(true))
          start = at
          state = 'behind'
        }
      }
      const kept = state === 'within' ? inList : rest
      kept.add(bytes.subarray(start))
      return batches
    },
    /** The response without its rows; invalid JSON if it was truncated within the list. */
    rest: () => rest.take(),
  }
}

/** Invalid UTF-8 is replaced instead of failing the list. */
const utf8 = new TextDecoder()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Collects bytes, up to the limit for buffered responses. */
function parts(tooMany?: string) {
  let kept: Uint8Array[] = []
  let bytes = 0
  return {
    size: () => bytes,
    add(part: Uint8Array) {
      bytes += part.length
      if (bytes > maxBytes) throw new Problem('ANSWER_TOO_LARGE', tooMany)
      kept.push(part.slice())
    },
    take(): Uint8Array<ArrayBuffer> {
      const whole = Uint8Array.from(Buffer.concat(kept))
      kept = []
      bytes = 0
      return whole
    },
  }
}
