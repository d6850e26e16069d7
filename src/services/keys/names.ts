import { refused } from './refused.ts'

/** Valid object names. Names are compared exactly, so invisible differences are excluded. */
const namePattern = /^(?!\s)[^\p{Cc}\p{Cs}]{1,255}(?<!\s)$/u
const plainTextPattern = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u

/** Also required for look-ups: PostgreSQL rejects NUL. */
export function requireName(field: string, name: string): void {
  if (namePattern.test(name)) return
  throw refused(field, 'A name has 1 to 255 characters, no control characters and no leading or trailing spaces')
}

/** Validates free text. */
export function requirePlainText(field: string, text: string): void {
  if (text.length <= 1000 && plainTextPattern.test(text)) return
  throw refused(field, 'A text has at most 1000 characters, and no control characters but line breaks')
}
