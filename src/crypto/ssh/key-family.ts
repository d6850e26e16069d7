import type { KeyObject } from 'node:crypto'
import type { SshKeyType } from './key-type.ts'
import type { WireReader } from './wire.ts'

/**
 * What one kind of key looks like inside SSH files. Everywhere else a private key is a node:crypto KeyObject,
 * so that signing, PEM and the move between threads are not our concern.
 */
export interface KeyFamily {
  readonly keyType: SshKeyType
  /** The name that stands in files and in authorized_keys, such as ecdsa-sha2-nistp256. */
  algorithm(key: KeyObject): string
  length(key: KeyObject): number
  /** The public half in the wire form, which is also what a fingerprint is the digest of (RFC 4253, section 6.6). */
  publicBlob(key: KeyObject): Buffer
  /** The fields after the algorithm name in an OpenSSH private key file. */
  openSshFields(key: KeyObject): Buffer
  fromOpenSsh(fields: WireReader): KeyObject
  /** PuTTY keeps both halves apart; both readers stand after the algorithm name. */
  fromPutty(publicFields: WireReader, privateFields: WireReader): KeyObject
  /** Refuses a key whose numbers have a wrong size or do not belong together. Cheap enough to be run on hostile input. */
  requireSound(key: KeyObject): void
}
