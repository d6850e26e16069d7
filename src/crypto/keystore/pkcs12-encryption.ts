import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AsnIntegerBigIntConverter, AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { readDer, writeDer } from '#crypto/der.ts'
import { decryptPbes2, encryptPbes2, pbes2Oid } from '#crypto/pbes2.ts'
import { Refusal } from '#crypto/refusal.ts'
import { writtenWork } from '#crypto/written-work.ts'
import { derive, purposes } from './pkcs12-derivation.ts'
import { decryptRc2 } from './rc2.ts'

/** Encryption of a new file: current, or readable by Windows before 2019 and Java before 8u301. */
export type Pkcs12Protection = 'AES-256' | 'legacy'

// RFC 7292, appendix C: PKCS#12's own schemes, all with SHA-1.
const tripleDes = '1.2.840.113549.1.12.1.3'
const keyBytesOf: Partial<Record<string, { cipher: '3des' | 'rc2'; keyBytes: number }>> = {
  [tripleDes]: { cipher: '3des', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: '3des', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyBytes: 5 },
}

class Parameters {
  salt = new OctetString()
  iterations = 0n
}
AsnProp({ type: OctetString })(Parameters.prototype, 'salt')
AsnProp({ type: AsnPropTypes.Integer, converter: AsnIntegerBigIntConverter })(Parameters.prototype, 'iterations')

const what = 'The encryption of this key store'

export interface Encrypted {
  algorithm: AlgorithmIdentifier
  content: Uint8Array
}

export function decryptContent({ algorithm, content }: Encrypted, password: string): Uint8Array {
  const parameters = new Uint8Array(algorithm.parameters ?? [])
  if (algorithm.algorithm === pbes2Oid) return decryptPbes2(parameters, content, password)
  const scheme = keyBytesOf[algorithm.algorithm]
  if (!scheme) throw new Refusal('unsupported', 'The key store is encrypted with an unsupported method', 'file')
  const { salt, iterations } = readDer(parameters, Parameters, what)
  const { key, iv } = keyAndIv(password, new Uint8Array(salt.buffer), Number(iterations), scheme.keyBytes)
  return scheme.cipher === 'rc2' ? decryptRc2(key, iv, content) : decryptTripleDes(key, iv, content)
}

export function encryptContent(content: Uint8Array, password: string, protection: Pkcs12Protection): Encrypted {
  if (protection === 'AES-256') return encryptPbes2(content, password)
  const salt = randomBytes(20)
  const iterations = writtenWork.legacyPkcs12Iterations
  const { key, iv } = keyAndIv(password, salt, iterations, 24)
  const cipher = createCipheriv('des-ede3-cbc', key, iv)
  const parameters = Object.assign(new Parameters(), {
    salt: new OctetString(salt),
    iterations: BigInt(iterations),
  })
  return {
    algorithm: new AlgorithmIdentifier({ algorithm: tripleDes, parameters: writeDer(parameters).buffer }),
    content: Buffer.concat([cipher.update(content), cipher.final()]),
  }
}

function decryptTripleDes(key: Buffer, iv: Buffer, content: Uint8Array): Uint8Array {
  const threeKeys = key.length === 24 ? key : Buffer.concat([key, key.subarray(0, 8)])
  const decipher = createDecipheriv('des-ede3-cbc', threeKeys, iv)
  try {
    return Buffer.concat([decipher.update(content), decipher.final()])
  } catch {
    throw new Refusal('wrong-passphrase', 'Incorrect passphrase for this key store', 'passphrase')
  }
}

function keyAndIv(password: string, salt: Uint8Array, iterations: number, keyBytes: number) {
  const from = { hash: 'sha1', password, salt, iterations } as const
  return {
    key: derive({ ...from, purpose: purposes.key, bytes: keyBytes }),
    iv: derive({ ...from, purpose: purposes.iv, bytes: 8 }),
  }
}
