import { createHash, type KeyObject } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { familyOf } from './families.ts'
import { WireReader } from './wire.ts'

/** A public key as in authorized_keys and .pub files. */
export interface SshPublicKey {
  /** Such as ssh-ed25519. Any name is accepted, since hosts may have keys of types that cannot be generated here. */
  algorithm: string
  blob: Buffer
  comment: string
}

export function publicKeyOf(key: KeyObject, comment: string): SshPublicKey {
  const family = familyOf(key)
  return { algorithm: family.algorithm(key), blob: family.publicBlob(key), comment }
}

/** A line without its ending. Line breaks in the comment become blanks. */
export function publicLine({ algorithm, blob, comment }: SshPublicKey): string {
  return `${algorithm} ${blob.toString('base64')} ${comment.replace(/\p{Cc}+/gu, ' ')}`.trimEnd()
}

const linePattern = /^([\x21-\x7e]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t]([^\n]*))?$/

/** Undefined unless the line is "algorithm base64 comment" with matching algorithms. */
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

/** Fingerprint as printed by `ssh-keygen -l`. */
export function fingerprint(blob: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

/** Fingerprint as printed by `ssh-keygen -l -E md5`, for comparison with older lists. */
export function md5Fingerprint(blob: Uint8Array): string {
  const digits = createHash('md5').update(blob).digest('hex')
  return `MD5:${digits.match(/../g)?.join(':')}`
}
