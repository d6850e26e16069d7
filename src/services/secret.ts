import { createHash, randomBytes } from 'node:crypto'

/** Digest of a random secret for storage. */
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** 256 random bits as text. */
export const randomSecret = () => randomBytes(32).toString('base64url')
