import * as z from 'zod/mini'
import { base64Text } from '#contract/wire.ts'

/**
 * NIST SP 800-63B-4, 3.1.1.2: at least 15 characters if the password is the only factor, and no composition rules.
 * Applied to all accounts, since a second factor is optional.
 */
export const shortestPassword = 15
export const longestPassword = 1024

/** Wording for forms and errors. */
export const passwordLength = `${shortestPassword} to ${longestPassword} characters`

/** Each Unicode code point counts as one character. */
export function hasPasswordLength(password: string): boolean {
  const { length } = Array.from(password.normalize('NFC').slice(0, 2 * longestPassword + 1))
  return length >= shortestPassword && length <= longestPassword
}

/** Checked for new passwords only; existing ones remain valid. */
export const newPassword = base64Text.check(z.refine(hasPasswordLength, `has ${passwordLength}`))
