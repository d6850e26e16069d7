import { Refusal } from '#crypto/refusal.ts'

/** Parts of an OpenPGP user ID, conventionally written "Name <mail@address>". */
export interface PgpUser {
  name?: string
  email?: string
}

const longest = 256
const addressPattern = /^[^\s<>@]+@[^\s<>@]+$/

/** Parses a name, an address, or both. */
export function pgpUser(text: string): PgpUser {
  const user = text.trim()
  if (user === '' || user.length > longest || /\p{Cc}/u.test(user)) {
    throw new Refusal('not-allowed', `A user name has 1 to ${longest} characters, without line breaks`, 'user')
  }
  if (addressPattern.test(user)) return { email: user }
  const opening = user.lastIndexOf('<')
  if (opening < 0 || !user.endsWith('>')) return { name: user }
  const [name, email] = [user.slice(0, opening).trim(), user.slice(opening + 1, -1)]
  if (!addressPattern.test(email)) throw new Refusal('not-allowed', 'Enter an email address between < and >', 'user')
  return name ? { name, email } : { email }
}
