import { createPrivateKey } from 'node:crypto'
import { EncryptedData, EncryptedPrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { AsnIntegerBigIntConverter, AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema'
import { type Der, readDer, writeDer } from './der.ts'
import { requireAffordable } from './derivation-limits.ts'
import { decryptPbes2, encryptPbes2, pbes2Oid } from './pbes2.ts'
import { Refusal } from './refusal.ts'

// PKCS#12's own schemes with triple DES, used by older OpenSSL and Windows versions. Decrypted by OpenSSL.
const tripleDesSchemes = ['1.2.840.113549.1.12.1.3', '1.2.840.113549.1.12.1.4']

class Pbes1Parameters {
  salt = new OctetString()
  iterations = 0n
}
AsnProp({ type: OctetString })(Pbes1Parameters.prototype, 'salt')
AsnProp({ type: AsnPropTypes.Integer, converter: AsnIntegerBigIntConverter })(Pbes1Parameters.prototype, 'iterations')

/** Decrypts an "ENCRYPTED PRIVATE KEY" to PKCS#8, which is not validated yet. Derives keys: run it in a worker. */
export function decryptPkcs8(encrypted: Uint8Array, passphrase: string): Der {
  const info = readDer(encrypted, EncryptedPrivateKeyInfo, 'The encrypted private key')
  if (!passphrase) throw new Refusal('passphrase-needed', 'The key is protected by a passphrase', 'passphrase')
  const { algorithm, parameters } = info.encryptionAlgorithm
  const schemeParameters = new Uint8Array(parameters ?? [])
  if (algorithm === pbes2Oid) {
    return Uint8Array.from(decryptPbes2(schemeParameters, new Uint8Array(info.encryptedData.buffer), passphrase))
  }
  if (!tripleDesSchemes.includes(algorithm)) {
    throw new Refusal('unsupported', 'The key is encrypted with an outdated, unsupported method', 'file')
  }
  const { iterations } = readDer(schemeParameters, Pbes1Parameters, 'The encryption of this file')
  requireAffordable('pbkdf2Iterations', iterations, 'key derivation iterations:')
  return decryptByOpenSsl(writeDer(info), passphrase)
}

export function encryptPkcs8(pkcs8: Uint8Array, passphrase: string): Der {
  const { algorithm, content } = encryptPbes2(pkcs8, passphrase)
  const encryptedData = new EncryptedData(content)
  return writeDer(new EncryptedPrivateKeyInfo({ encryptionAlgorithm: algorithm, encryptedData }))
}

/** Takes the re-encoded structure, so that OpenSSL cannot interpret its parameters differently from the check. */
function decryptByOpenSsl(encrypted: Der, passphrase: string): Der {
  try {
    const key = createPrivateKey({ key: Buffer.from(encrypted), format: 'der', type: 'pkcs8', passphrase })
    return Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }))
  } catch {
    throw new Refusal('wrong-passphrase', 'Incorrect passphrase for this key', 'passphrase')
  }
}
