import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Der } from '#crypto/der.ts'
import { curves, type KeyChoice } from './key-choice.ts'
import { privateKeyObject } from './key-object.ts'

/** A private key as unencrypted PKCS#8, and its public key as SubjectPublicKeyInfo. */
export interface KeyPair {
  privateKey: Der
  publicKey: Der
}

/** Generated on Node's thread pool: RSA 4096 takes half a second or more. */
export async function generatePair(choice: KeyChoice): Promise<KeyPair> {
  const { privateKey } = await generate(choice)
  return {
    privateKey: Uint8Array.from(privateKey.export({ format: 'der', type: 'pkcs8' })),
    publicKey: spki(privateKey),
  }
}

export const publicKeyOf = (privateKey: Der): Der => spki(privateKeyObject(privateKey))

const spki = (privateKey: KeyObject): Der =>
  Uint8Array.from(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))

const generateKeys = promisify(generateKeyPair)

function generate(choice: KeyChoice): Promise<{ privateKey: KeyObject }> {
  if (choice.algorithm === 'RSA') return generateKeys('rsa', { modulusLength: choice.bits })
  if (choice.algorithm === 'EC') return generateKeys('ec', { namedCurve: curves[choice.bits] })
  return generateKeys('ed25519')
}
