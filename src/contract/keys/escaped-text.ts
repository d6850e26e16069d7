import * as z from 'zod/mini'

/**
 * Text with a backslash before each special character. Which those are is not stated. A
 * backslash before any other character is read as one of the text's own.
 */
export const escapedText = z.codec(z.string(), z.string().check(z.minLength(1), z.maxLength(500)), {
  decode: (wire) => wire.replace(/\\([<>()@.,;:"\\[\] ])/g, '$1'),
  encode: (text) => text.replace(/[<>()@.,;:"\\[\] ]/g, '\\$&'),
})
