import { reportedBeside } from '#contract/errors.ts'
import { isJsonObject, type JsonObject } from '#contract/json.ts'
import { deepest } from './json-depth.ts'

/** Some builds of key management wrap the whole response in this property. */
export const wrapper = 'operation'

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Array.from('"\\,[]{}', (c) =>
  c.charCodeAt(0),
)
const isBeside = (name: string) => reportedBeside.has(name) || name === wrapper

/** Offset between opening and closing character, for lists and objects. */
const apart = 2
const utf8 = new TextDecoder()

/**
 * The outermost properties of a response besides its content, which decide whether it is an error, without parsing long
 * lists. Undefined if the whole response is needed: not an object, truncated, nested too deeply, or with differently
 * spelled names. With `upTo` 'content', the rest is ignored and may be missing.
 */
export function envelopeIn(json: Uint8Array, upTo: 'end' | 'content' = 'end'): JsonObject | undefined {
  const opened = new Uint8Array(deepest + 1)
  const told: string[] = []
  let depth = 0
  let member = { at: 0, isTold: false, isNamed: false }
  const endMember = (at: number) => {
    if (member.isTold) told.push(utf8.decode(json.subarray(member.at, at)))
    member = { at: 0, isTold: false, isNamed: false }
  }
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) {
      const end = endOfText(json, at)
      if (depth === 1 && !member.isNamed) {
        const name = json.subarray(at + 1, end)
        if (name.includes(backslash ?? 0)) return undefined
        member = { at, isTold: isBeside(utf8.decode(name)), isNamed: true }
      }
      at = end
    } else if (byte === openObject || byte === openList) {
      const isContent = depth === 1 && member.isNamed && !member.isTold
      if (isContent && upTo === 'content') return parsed(`{${told.join()}}`)
      depth += 1
      if (depth > deepest || (depth === 1 && byte === openList)) return undefined
      opened[depth] = byte
    } else if (byte === closeObject || byte === closeList) {
      if (depth === 0 || byte - (opened[depth] ?? 0) !== apart) return undefined
      if (depth === 1) {
        endMember(at)
        return utf8.decode(json.subarray(at + 1)).trim() === '' ? parsed(`{${told.join()}}`) : undefined
      }
      depth -= 1
    } else if (byte === comma && depth === 1) endMember(at)
    else if (depth === 0 && byte > 0x20) return undefined
  }
  return undefined
}

function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1
  for (; at < json.length && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1
  return at
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
