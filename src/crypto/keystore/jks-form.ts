import { createHash } from 'node:crypto'
import { javaPassword } from './jks-protection.ts'

export const jksMagic = { JKS: 0xfeedfeed, JCEKS: 0xcececece } as const
export const jksTags = { key: 1, certificate: 2 } as const

/** The digest at the end of the file. The literal text is from Java's source. */
export const jksSeal = (content: Uint8Array, password: string): Buffer =>
  createHash('sha1').update(javaPassword(password)).update('Mighty Aphrodite').update(content).digest()
