import type { KeyObject } from 'node:crypto'
import type { SshKeyType } from './key-type.ts'
import type { WireReader } from './wire.ts'

/**
 * Encoding of a key type in SSH files. Elsewhere, private keys are KeyObjects, which Node signs with, writes as PEM and
 * moves between threads.
 */
export interface KeyFamily {
  readonly keyType: SshKeyType
  /** Name in key files and authorized_keys, such as ecdsa-sha2-nistp256. */
  algorithm(key: KeyObject): string
  length(key: KeyObject): number
  /** The public key in wire form, whose digest is the fingerprint (RFC 4253, section 6.6). */
  publicBlob(key: KeyObject): Buffer
  /** Fields after the algorithm name in an OpenSSH private key file. */
  openSshFields(key: KeyObject): Buffer
  fromOpenSsh(fields: WireReader): KeyObject
  /** PuTTY stores both parts separately; both readers are positioned after the algorithm name. */
  fromPutty(publicFields: WireReader, privateFields: WireReader): KeyObject
  /** Rejects keys whose numbers have a wrong size or do not match. Cheap enough for untrusted input. */
  requireSound(key: KeyObject): void
}
