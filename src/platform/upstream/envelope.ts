import { toldBesides } from '#contract/errors.ts'
import { isJsonObject, type JsonObject } from '#contract/json.ts'
import { deepest } from './json-depth.ts'

/** Some builds of key management have all of their answer below this name. */
export const wrapper = 'operation'

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Array.from('"\\,[]{}', (c) =>
  c.charCodeAt(0),
)
const isBeside = (name: string) => toldBesides.has(name) || name === wrapper

/** Between what opens and what closes, for lists and objects alike. */
const apart = 2
const utf8 = new TextDecoder()

/**
 * What the outermost object of an answer says beside its content: whether it is an error depends on that alone, and a long
 * list is not parsed to find out. Undefined where only the whole answer tells: it is no object, cut off, nested too deep,
 * or spells a name in another way. `upTo` the content, what comes behind it counts for nothing, and need not be there yet.
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
