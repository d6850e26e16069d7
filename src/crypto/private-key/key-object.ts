import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'

const largestModulus = 16_384 // a longer key only takes time to process

/** PKCS#8 as a KeyObject. */
export function privateKeyObject(pkcs8: Uint8Array): KeyObject {
  return sized(readKey(() => createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }), 'private'))
}

/** SubjectPublicKeyInfo as a KeyObject. */
export function publicKeyObject(spki: Der): KeyObject {
  return sized(readKey(() => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }), 'public'))
}

/**
 * Whether a private key belongs to a public key. `equals` must not be called for different key types: it leaves an
 * error in OpenSSL's queue, which makes the next `createPrivateKey` fail.
 */
export function belongTogether(privateKey: KeyObject, publicKey: Der): boolean {
  const [half, other] = [createPublicKey(privateKey), publicKeyObject(publicKey)]
  return half.asymmetricKeyType === other.asymmetricKeyType && half.equals(other)
}

function readKey(read: () => KeyObject, half: string): KeyObject {
  try {
    return read()
  } catch {
    // Node's message may quote the input, so it is discarded.
    throw new Refusal('unsupported', `The ${half} key is damaged or of an unsupported type`)
  }
}

function sized(key: KeyObject): KeyObject {
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) > largestModulus) {
    throw new Refusal('too-large', `The key has more than ${largestModulus} bits`)
  }
  return key
}
