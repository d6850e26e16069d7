/** In characters. */
export const longest = { name: 255, target: 1000, code: 100 }

/**
 * Text that is displayed and stored identically everywhere: characters that move the cursor, hide or reorder text are
 * escaped. Truncated to `longest` characters.
 */
export function shownText(text: string, longest: number): string {
  const escaped = text.toWellFormed().replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
  const letters = Array.from(escaped)
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : escaped
}

/** Control and format characters (bidirectional controls, zero width), line separators, and replacement characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
