import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { AsnIntegerBigIntConverter, AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { readDer, writeDer } from './der.ts'
import { derivationLimits, requireAffordable } from './derivation-limits.ts'
import { Refusal } from './refusal.ts'
import { writtenWork } from './written-work.ts'

// Password-based encryption of PKCS#5 v2 (RFC 8018, appendix A.4), used by current PKCS#8 and PKCS#12 files.

export const pbes2Oid = '1.2.840.113549.1.5.13'
const pbkdf2Oid = '1.2.840.113549.1.5.12'
const scryptOid = '1.3.6.1.4.1.11591.4.11'
const hmacSha1 = '1.2.840.113549.2.7'
const hmacSha256 = '1.2.840.113549.2.9'
const aes256Cbc = '2.16.840.1.101.3.4.1.42'

const ciphers = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24 }],
  [aes256Cbc, { name: 'aes-256-cbc', keyBytes: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24 }],
])

const digests = new Map([
  [hmacSha1, 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  [hmacSha256, 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
])

// Read as bigint: the library returns large numbers as strings.
const integer = { type: AsnPropTypes.Integer, converter: AsnIntegerBigIntConverter }

class Parameters {
  keyDerivation = new AlgorithmIdentifier()
  encryption = new AlgorithmIdentifier()
}
AsnProp({ type: AlgorithmIdentifier })(Parameters.prototype, 'keyDerivation')
AsnProp({ type: AlgorithmIdentifier })(Parameters.prototype, 'encryption')

class Pbkdf2Parameters {
  salt = new OctetString()
  iterations = 0n
  keyLength?: bigint
  prf = new AlgorithmIdentifier({ algorithm: hmacSha1, parameters: null })
}
AsnProp({ type: OctetString })(Pbkdf2Parameters.prototype, 'salt')
AsnProp(integer)(Pbkdf2Parameters.prototype, 'iterations')
AsnProp({ ...integer, optional: true })(Pbkdf2Parameters.prototype, 'keyLength')
AsnProp({ type: AlgorithmIdentifier, optional: true })(Pbkdf2Parameters.prototype, 'prf')

class ScryptParameters {
  salt = new OctetString()
  cost = 0n
  blockSize = 0n
  parallelization = 0n
  keyLength?: bigint
}
AsnProp({ type: OctetString })(ScryptParameters.prototype, 'salt')
for (const name of ['cost', 'blockSize', 'parallelization']) AsnProp(integer)(ScryptParameters.prototype, name)
AsnProp({ ...integer, optional: true })(ScryptParameters.prototype, 'keyLength')

/**
 * Throws `wrong-passphrase` for invalid padding. One in 256 wrong passphrases yields valid padding, so the content must
 * be checked too.
 */
export function decryptPbes2(parameters: Uint8Array, content: Uint8Array, passphrase: string): Buffer {
  const { keyDerivation, encryption } = readDer(parameters, Parameters, what)
  const cipher = ciphers.get(encryption.algorithm)
  if (!cipher) throw unsupported('cipher')
  const iv = readDer(raw(encryption), OctetString, what)
  const key = derive(keyDerivation, passphrase, cipher.keyBytes)
  try {
    const decipher = createDecipheriv(cipher.name, key, new Uint8Array(iv.buffer))
    return Buffer.concat([decipher.update(content), decipher.final()])
  } catch {
    throw new Refusal('wrong-passphrase', 'Incorrect passphrase for this file', 'passphrase')
  }
}

/** Encrypts with AES-256 and PBKDF2-SHA256. */
export function encryptPbes2(
  content: Uint8Array,
  passphrase: string,
): { algorithm: AlgorithmIdentifier; content: Buffer } {
  const salt = randomBytes(16)
  const iv = randomBytes(16)
  const iterations = writtenWork.pbkdf2Iterations
  const prf = new AlgorithmIdentifier({ algorithm: hmacSha256, parameters: null })
  const pbkdf2 = Object.assign(new Pbkdf2Parameters(), {
    salt: new OctetString(salt),
    iterations: BigInt(iterations),
    prf,
  })
  const parameters = Object.assign(new Parameters(), {
    keyDerivation: identifier(pbkdf2Oid, pbkdf2),
    encryption: identifier(aes256Cbc, new OctetString(iv)),
  })
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(passphrase, salt, iterations, 32, 'sha256'), iv)
  return {
    algorithm: identifier(pbes2Oid, parameters),
    content: Buffer.concat([cipher.update(content), cipher.final()]),
  }
}

function derive(algorithm: AlgorithmIdentifier, passphrase: string, keyBytes: number): Buffer {
  if (algorithm.algorithm === pbkdf2Oid) return deriveByPbkdf2(algorithm, passphrase, keyBytes)
  if (algorithm.algorithm === scryptOid) return deriveByScrypt(algorithm, passphrase, keyBytes)
  throw unsupported('key derivation')
}

function deriveByPbkdf2(algorithm: AlgorithmIdentifier, passphrase: string, keyBytes: number): Buffer {
  const { salt, iterations, keyLength, prf } = readDer(raw(algorithm), Pbkdf2Parameters, what)
  const digest = digests.get(prf.algorithm)
  if (!digest) throw unsupported('digest')
  requireAffordable('pbkdf2Iterations', iterations, 'key derivation iterations:')
  if (iterations < 1n || !fits(keyLength, keyBytes)) throw damaged()
  return pbkdf2Sync(passphrase, new Uint8Array(salt.buffer), Number(iterations), keyBytes, digest)
}

function deriveByScrypt(algorithm: AlgorithmIdentifier, passphrase: string, keyBytes: number): Buffer {
  const { salt, cost, blockSize, parallelization, keyLength } = readDer(raw(algorithm), ScryptParameters, what)
  requireAffordable('scryptBytes', 128n * blockSize * (cost + parallelization), 'bytes of memory for key derivation:')
  requireAffordable('scryptWork', 128n * blockSize * cost * parallelization, 'bytes of key derivation work:')
  if (!fits(keyLength, keyBytes)) throw damaged()
  try {
    return scryptSync(passphrase, new Uint8Array(salt.buffer), keyBytes, {
      cost: Number(cost),
      blockSize: Number(blockSize),
      parallelization: Number(parallelization),
      maxmem: 2 * derivationLimits.scryptBytes,
    })
  } catch {
    throw damaged() // a cost that is not a power of two, a size of zero
  }
}

/** Files may state the length of the derived key, although the cipher determines it. */
const fits = (keyLength: bigint | undefined, keyBytes: number) =>
  keyLength === undefined || keyLength === BigInt(keyBytes)

const what = 'The encryption of this file'

const identifier = (algorithm: string, parameters: unknown) =>
  new AlgorithmIdentifier({ algorithm, parameters: writeDer(parameters).buffer })

const raw = ({ parameters }: AlgorithmIdentifier) => new Uint8Array(parameters ?? [])

const unsupported = (part: string) =>
  new Refusal('unsupported', `The file is encrypted with a ${part} that is not supported`, 'file')

const damaged = () => new Refusal('damaged', `${what} has impossible parameters`, 'file')
