import { createHash, type KeyObject } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { familyOf } from './families.ts'
import { WireReader } from './wire.ts'

/** The public half as it stands in authorized_keys and in .pub files. */
export interface SshPublicKey {
  /** Such as ssh-ed25519. Any name is read: a host may hold keys of kinds that we cannot make. */
  algorithm: string
  blob: Buffer
  comment: string
}

export function publicKeyOf(key: KeyObject, comment: string): SshPublicKey {
  const family = familyOf(key)
  return { algorithm: family.algorithm(key), blob: family.publicBlob(key), comment }
}

/** One line without its end. A line break inside the comment would become a line of its own, so it is made a blank. */
export function publicLine({ algorithm, blob, comment }: SshPublicKey): string {
  return `${algorithm} ${blob.toString('base64')} ${comment.replace(/\p{Cc}+/gu, ' ')}`.trimEnd()
}

const linePattern = /^([\x21-\x7e]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t]([^\n]*))?$/

/** Undefined when the line is not "algorithm base64 comment", or its base64 is of another algorithm. */
export function findPublicKey(line: string): SshPublicKey | undefined {
  const [, algorithm = '', base64 = '', comment = ''] = linePattern.exec(line.trimEnd()) ?? []
  const blob = Buffer.from(base64, 'base64')
  return blob.length > 0 && algorithmIn(blob) === algorithm ? { algorithm, blob, comment: comment.trim() } : undefined
}

export function requirePublicKey(line: string): SshPublicKey {
  const key = findPublicKey(line.trim())
  if (!key) throw new Refusal('not-recognized', 'This is not a public key line', 'publicKey')
  return key
}

function algorithmIn(blob: Buffer): string | undefined {
  const fields = new WireReader(blob)
  return fields.remaining >= 4 && blob.readUInt32BE() <= blob.length - 4 ? fields.text() : undefined
}

/** As `ssh-keygen -l` prints it. */
export function fingerprint(blob: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

/** As `ssh-keygen -l -E md5` prints it, for who compares with an old list. */
export function md5Fingerprint(blob: Uint8Array): string {
  const digits = createHash('md5').update(blob).digest('hex')
  return `MD5:${digits.match(/../g)?.join(':')}`
}
