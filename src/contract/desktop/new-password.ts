import * as z from 'zod/mini'
import { base64Text } from '#contract/wire.ts'

/**
 * NIST SP 800-63B-4, 3.1.1.2: 15 characters where a password may be all that protects an account, as it is here for
 * every account without a second factor; nothing about which characters.
 */
export const shortestPassword = 15
export const longestPassword = 1024

/** How forms and errors say it. */
export const passwordLength = `${shortestPassword} to ${longestPassword} characters`

/** Each Unicode code point counts as one character. */
export function hasPasswordLength(password: string): boolean {
  const { length } = Array.from(password.normalize('NFC').slice(0, 2 * longestPassword + 1))
  return length >= shortestPassword && length <= longestPassword
}

/** A password that is set; existing ones stay valid whatever their length is. */
export const newPassword = base64Text.check(z.refine(hasPasswordLength, `has ${passwordLength}`))
