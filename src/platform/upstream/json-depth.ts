const [quote, backslash, openList, closeList, openObject, closeObject] = Array.from('"\\[]{}', (c) => c.charCodeAt(0))
export const deepest = 200

/** JSON.parse has no depth limit, but recursive processing of the result could overflow the stack. */
export function nestsTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === openList || byte === openObject) {
      depth += 1
      if (depth > deepest) return true
    } else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return false
}
