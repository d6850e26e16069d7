import { createPrivateKey } from 'node:crypto'
import { Integer } from 'asn1js'
import { type Der, partsOf, readElement } from '#crypto/der.ts'
import { decryptPkcs8 } from '#crypto/encrypted-pkcs8.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readPrivateKey } from '#crypto/ssh/read-private-key.ts'

/**
 * The private key of a certificate or request as PKCS#8, from PEM of any type or DER. May derive keys for seconds, and
 * the file is untrusted: run it in a worker.
 */
export function readKeyFile(file: Uint8Array, passphrase: string): Der {
  if (file[0] !== derSequence) return exported(readPrivateKey(file, passphrase).key)
  const [first] = partsOf(readElement(file, 'The private key'))
  // EncryptedPrivateKeyInfo starts with an algorithm; PKCS#8, PKCS#1 and SEC1 start with a version
  return first instanceof Integer ? readPlain(file) : readPlain(decryptPkcs8(file, passphrase))
}

const derSequence = 0x30

function readPlain(file: Uint8Array): Der {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    try {
      return exported(createPrivateKey({ key: Buffer.from(file), format: 'der', type }))
    } catch {
      // try the next format
    }
  }
  throw new Refusal('not-recognized', 'This is not a private key in PEM, DER, OpenSSH or PuTTY format', 'file')
}

const exported = (key: ReturnType<typeof createPrivateKey>): Der =>
  Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }))
