import { createHash, randomBytes } from 'node:crypto'

/** 256 bits that only their holder keeps, and what the database knows them by. */
export const newId = () => randomBytes(32).toString('base64url')
export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The name of an account, however it is typed. */
export const foldedName = (account: string) => account.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
