import { createPrivateKey, type KeyObject } from 'node:crypto'
import { decryptPkcs8 } from './encrypted-pkcs8.ts'
import type { PemBlock } from './pem.ts'
import { Refusal } from './refusal.ts'

export const pkcs8Labels = ['PRIVATE KEY', 'ENCRYPTED PRIVATE KEY']

/** PKCS#8 and earlier formats: PKCS#1, SEC1 and OpenSSL's DSA format, optionally encrypted with a DEK-Info header. */
export const privateKeyLabels = [...pkcs8Labels, 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'DSA PRIVATE KEY']

// Older openssl versions also wrote single DES and RC2, which OpenSSL 3 no longer supports.
const dekCiphers = ['AES-128-CBC', 'AES-192-CBC', 'AES-256-CBC', 'DES-EDE3-CBC']

export interface PemPrivateKey {
  /** Any type supported by Node; not validated. */
  key: KeyObject
  isEncrypted: boolean
}

/** May derive keys for seconds, and the file is untrusted: run it in a worker. */
export function readPemPrivateKey(block: PemBlock, passphrase: string): PemPrivateKey {
  if (block.label === 'ENCRYPTED PRIVATE KEY') {
    return { key: decryptedKey(decryptPkcs8(block.bytes, passphrase)), isEncrypted: true }
  }
  const dekInfo = block.headers['DEK-Info']
  if (dekInfo === undefined) return { key: keyFrom({ key: block.text, format: 'pem' }, damaged), isEncrypted: false }
  if (!dekCiphers.includes(dekInfo.split(',')[0]?.toUpperCase() ?? '')) {
    throw new Refusal('unsupported', 'The key is encrypted with an outdated, unsupported method', 'file')
  }
  if (!passphrase) throw new Refusal('passphrase-needed', 'The key is protected by a passphrase', 'passphrase')
  return { key: keyFrom({ key: block.text, format: 'pem', passphrase }, wrongPassphrase), isEncrypted: true }
}

const decryptedKey = (pkcs8: Uint8Array) =>
  keyFrom({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }, wrongPassphrase)

function keyFrom(input: Parameters<typeof createPrivateKey>[0], refusal: () => Refusal): KeyObject {
  try {
    return createPrivateKey(input)
  } catch {
    throw refusal() // Node's message may contain parts of the content
  }
}

const damaged = () => new Refusal('damaged', 'The private key is damaged or of an unsupported type', 'file')

const wrongPassphrase = () => new Refusal('wrong-passphrase', 'Incorrect passphrase for this key', 'passphrase')
