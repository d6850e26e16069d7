import { refused } from './refused.ts'

/** What an object may be called. Names are compared as they are, so they must not differ in what nobody sees. */
const namePattern = /^(?!\s)[^\p{Cc}\p{Cs}]{1,255}(?<!\s)$/u
const plainTextPattern = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u

/** Also for a name that is only looked for: PostgreSQL fails on NUL. */
export function requireName(field: string, name: string): void {
  if (namePattern.test(name)) return
  throw refused(field, 'A name has 1 to 255 characters, no control characters and no leading or trailing spaces')
}

/** What people write for people. */
export function requirePlainText(field: string, text: string): void {
  if (text.length <= 1000 && plainTextPattern.test(text)) return
  throw refused(field, 'A text has at most 1000 characters, and no control characters but line breaks')
}
