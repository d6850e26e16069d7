import { createHash, randomBytes } from 'node:crypto'

/** A random 256-bit ID for its holder; the database stores its hash. */
export const newId = () => randomBytes(32).toString('base64url')
export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** An account name, normalized: again after folding, since lowercase letters may be composed differently. */
export const foldedName = (account: string) =>
  account.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/g, '')
