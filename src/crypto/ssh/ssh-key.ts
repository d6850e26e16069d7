import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writePem } from '#crypto/pem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { familyOf } from './families.ts'
import { requireKeyLength, requireKeyType, type SshKeyType } from './key-type.ts'
import { openSshLabel, writeOpenSshFile } from './openssh-file.ts'
import { writePkcs8File } from './pem-file.ts'
import type { SshKeyFormat, SshPrivateKey } from './private-key.ts'
import { fingerprint, md5Fingerprint, publicKeyOf, publicLine } from './public-key.ts'
import { writePuttyFile } from './putty-file.ts'
import { readPrivateKey } from './read-private-key.ts'

// Each function is a job of the worker pool: plain data in and out, possibly taking seconds.

/** Public information about a key. */
export interface SshKeyFacts {
  keyType: SshKeyType
  length: number
  comment: string
  /** "algorithm base64 comment", as in authorized_keys. */
  publicLine: string
  /** SHA256:… */
  fingerprint: string
  /** MD5:… */
  md5Fingerprint: string
}

export interface NewSshKey extends SshKeyFacts {
  /** The private key in the OpenSSH format. */
  file: string
}

export interface CreateSshKey {
  keyType: string
  length?: number | undefined
  comment?: string
  /** Empty or absent for an unencrypted file. */
  passphrase?: string
}
export function createSshKey({ keyType, length, comment = '', passphrase = '' }: CreateSshKey): NewSshKey {
  const type = requireKeyType(keyType)
  const bits = requireKeyLength(type, length)
  requireComment(comment)
  requirePassphrase(passphrase)
  const { privateKey: key } = generators[type](bits)
  return { ...factsOf(key, comment), file: write(key, 'openssh', comment, passphrase) }
}

export interface OpenedSshKey extends SshKeyFacts {
  format: SshKeyFormat
  isEncrypted: boolean
}

/** Reads a key file and verifies that the passphrase decrypts it. */
export function openSshKey(file: string | Uint8Array, passphrase = ''): OpenedSshKey {
  const { key, comment, format, isEncrypted } = readPrivateKey(file, passphrase)
  return { ...factsOf(key, comment), format, isEncrypted }
}

/** Converts an imported key to the OpenSSH format, with the same passphrase. */
export function importSshKey(file: string | Uint8Array, passphrase = ''): OpenedSshKey & NewSshKey {
  const { key, comment, format, isEncrypted } = readPrivateKey(file, passphrase)
  const written = write(key, 'openssh', comment, isEncrypted ? passphrase : '')
  return { ...factsOf(key, comment), format, isEncrypted, file: written }
}

export interface RewriteSshKey {
  passphrase?: string
  newPassphrase?: string
  /** By default, the comment of the file. */
  comment?: string
  format: 'openssh' | 'pkcs8' | 'putty-2' | 'putty-3'
}

/** Converts a key to another format, passphrase or comment. */
export function rewriteSshKey(file: string | Uint8Array, change: RewriteSshKey): string {
  const found: SshPrivateKey = readPrivateKey(file, change.passphrase ?? '')
  const { format, comment = found.comment, newPassphrase = '' } = change
  if (change.comment !== undefined) requireComment(change.comment)
  requirePassphrase(newPassphrase)
  return write(found.key, format, comment, newPassphrase)
}

const generators: Record<SshKeyType, (length: number) => { privateKey: KeyObject }> = {
  'ssh-rsa': (modulusLength) => generateKeyPairSync('rsa', { modulusLength }),
  'ssh-dss': (modulusLength) => generateKeyPairSync('dsa', { modulusLength, divisorLength: 160 }),
  ed25519: () => generateKeyPairSync('ed25519'),
  ecdsa: (length) => generateKeyPairSync('ec', { namedCurve: `P-${length}` }),
}

function write(key: KeyObject, format: RewriteSshKey['format'], comment: string, passphrase: string): string {
  if (format === 'pkcs8') return writePkcs8File(key, passphrase)
  if (format !== 'openssh') return writePuttyFile(key, { comment, passphrase, version: format === 'putty-2' ? 2 : 3 })
  return writePem(openSshLabel, writeOpenSshFile(key, comment, passphrase))
}

function factsOf(key: KeyObject, comment: string): SshKeyFacts {
  const publicKey = publicKeyOf(key, comment)
  const family = familyOf(key)
  return {
    keyType: family.keyType,
    length: family.length(key),
    comment,
    publicLine: publicLine(publicKey),
    fingerprint: fingerprint(publicKey.blob),
    md5Fingerprint: md5Fingerprint(publicKey.blob),
  }
}

const longestText = 1024

function requireComment(comment: string): void {
  if (comment.length > longestText) throw new Refusal('too-large', 'The comment is too long', 'comment')
  if (/\p{Cc}/u.test(comment)) throw new Refusal('not-allowed', 'The comment contains control characters', 'comment')
}

function requirePassphrase(passphrase: string): void {
  if (passphrase.length > longestText) throw new Refusal('too-large', 'The passphrase is too long', 'passphrase')
}
