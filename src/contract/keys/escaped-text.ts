import * as z from 'zod/mini'

/**
 * Text with a backslash before each special character. The reference does not state which characters those are; a
 * backslash before any other character is literal.
 */
export const escapedText = z.codec(z.string(), z.string().check(z.minLength(1), z.maxLength(500)), {
  decode: (wire) => wire.replace(/\\([<>()@.,;:"\\[\] ])/g, '$1'),
  encode: (text) => text.replace(/[<>()@.,;:"\\[\] ]/g, '\\$&'),
})
