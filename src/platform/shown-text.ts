/** In characters. */
export const longest = { name: 255, target: 1000, code: 100 }

/**
 * Text that looks the same wherever it is shown, and that both databases keep letter by letter: what would move the
 * cursor, hide or turn around other text stands there as its escape. Cut to `longest` characters.
 */
export function shownText(text: string, longest: number): string {
  const escaped = text.toWellFormed().replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
  const letters = Array.from(escaped)
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : escaped
}

/** Control and format characters (bidirectional marks, zero width), separators of lines, and what replaces broken text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
