import {
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { keyBytes, openBytes, sealBytes } from './sealing.ts'

// Encryption for the holder of an X25519 key: an ephemeral sender key, HKDF-SHA256, AES-256-GCM.

/** A key pair, with the public key as base64 DER. */
export function newRecipient() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return { publicKey: textOf(publicKey), privateKey }
}

/** Throws if the recipient is not an X25519 public key. */
export function sealToRecipient(recipient: string, context: string, secret: Uint8Array): string {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const ephemeral = textOf(publicKey)
  const key = sharedKey(privateKey, publicKeyOf(recipient), [ephemeral, recipient])
  return `${ephemeral}.${sealBytes(key, Buffer.from(context), secret).toString('base64')}`
}

/** Undefined if sealed for another key or context, or modified. */
export function openAsRecipient(recipient: ReturnType<typeof newRecipient>, context: string, sealed: string) {
  const [ephemeral = '', bytes = ''] = sealed.split('.')
  try {
    const key = sharedKey(recipient.privateKey, publicKeyOf(ephemeral), [ephemeral, recipient.publicKey])
    return openBytes(key, Buffer.from(context), Buffer.from(bytes, 'base64'))
  } catch {
    return undefined // not a public key
  }
}

const textOf = (publicKey: KeyObject) => publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const publicKeyOf = (text: string) => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

function sharedKey(privateKey: KeyObject, publicKey: KeyObject, publicKeys: string[]) {
  const secret = diffieHellman({ privateKey, publicKey })
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', JSON.stringify(publicKeys), keyBytes)))
}
