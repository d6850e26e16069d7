import { constants, type KeyObject, sign, verify } from 'node:crypto'
import { id_RSASSA_PSS, RsaSaPssParams } from '@peculiar/asn1-rsa'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { type Der, readDer } from '#crypto/der.ts'
import { factsOf } from '#crypto/private-key/key-facts.ts'
import { Refusal } from '#crypto/refusal.ts'

export const digests = ['SHA256', 'SHA384', 'SHA512'] as const // SIGALG, createCSR
export type Digest = (typeof digests)[number]

/** Signature algorithm of a key, as written into the signed content. */
export interface Signing {
  key: KeyObject
  /** Node's name. `signingWith` never selects SHA1, which callers have to set explicitly. */
  digest: Digest | 'SHA1' | undefined
  algorithm: AlgorithmIdentifier
}

const rsa = { SHA256: '1.2.840.113549.1.1.11', SHA384: '1.2.840.113549.1.1.12', SHA512: '1.2.840.113549.1.1.13' }
const ecdsa = { SHA256: '1.2.840.10045.4.3.2', SHA384: '1.2.840.10045.4.3.3', SHA512: '1.2.840.10045.4.3.4' }
const ed25519 = '1.3.101.112'

/** By default, elliptic curve keys use the digest of their strength, and RSA uses SHA256. */
export function signingWith(key: KeyObject, wish?: Digest): Signing {
  const { algorithm, curve } = factsOf(key)
  if (algorithm === 'RSA') {
    const digest = wish ?? 'SHA256'
    return { key, digest, algorithm: new AlgorithmIdentifier({ algorithm: rsa[digest], parameters: null }) }
  }
  if (algorithm === 'EC') {
    const digest = wish ?? (curve === 'P-521' ? 'SHA512' : curve === 'P-384' ? 'SHA384' : 'SHA256')
    return { key, digest, algorithm: new AlgorithmIdentifier({ algorithm: ecdsa[digest] }) }
  }
  if (algorithm === 'Ed25519') {
    return { key, digest: undefined, algorithm: new AlgorithmIdentifier({ algorithm: ed25519 }) }
  }
  throw new Refusal('unsupported', `A key of type ${algorithm} cannot sign certificates`, 'privateKey')
}

export function signatureOf(signed: Uint8Array, { key, digest }: Signing): ArrayBuffer {
  return Uint8Array.from(sign(digest, signed, key)).buffer
}

/** Verifies a signature. Unsupported algorithms are rejected rather than reported as invalid. */
export function isSigned(signed: Der, algorithm: AlgorithmIdentifier, signature: ArrayBuffer, key: KeyObject): boolean {
  const { digest, pss } = known(algorithm)
  const padding = pss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength }
  try {
    return verify(digest, signed, { key, ...padding }, new Uint8Array(signature))
  } catch {
    return false // the key type does not match the algorithm
  }
}

/** Name as in certificate lists: SHA256withRSA. */
export function signatureName(algorithm: AlgorithmIdentifier): string {
  if (algorithm.algorithm === id_RSASSA_PSS) return `${pssDigest(pssParameters(algorithm))}withRSA-PSS`
  return verifiable[algorithm.algorithm]?.name ?? algorithm.algorithm
}

interface Verifiable {
  name: string
  digest: string | undefined
}

const verifiable: Partial<Record<string, Verifiable>> = {
  '1.2.840.113549.1.1.4': { name: 'MD5withRSA', digest: 'md5' },
  '1.2.840.113549.1.1.5': { name: 'SHA1withRSA', digest: 'sha1' },
  '1.2.840.113549.1.1.14': { name: 'SHA224withRSA', digest: 'sha224' },
  [rsa.SHA256]: { name: 'SHA256withRSA', digest: 'sha256' },
  [rsa.SHA384]: { name: 'SHA384withRSA', digest: 'sha384' },
  [rsa.SHA512]: { name: 'SHA512withRSA', digest: 'sha512' },
  '1.2.840.10045.4.1': { name: 'SHA1withECDSA', digest: 'sha1' },
  '1.2.840.10045.4.3.1': { name: 'SHA224withECDSA', digest: 'sha224' },
  [ecdsa.SHA256]: { name: 'SHA256withECDSA', digest: 'sha256' },
  [ecdsa.SHA384]: { name: 'SHA384withECDSA', digest: 'sha384' },
  [ecdsa.SHA512]: { name: 'SHA512withECDSA', digest: 'sha512' },
  '1.2.840.10040.4.3': { name: 'SHA1withDSA', digest: 'sha1' },
  '2.16.840.1.101.3.4.3.2': { name: 'SHA256withDSA', digest: 'sha256' },
  [ed25519]: { name: 'Ed25519', digest: undefined },
  '1.3.101.113': { name: 'Ed448', digest: undefined },
}

function known(algorithm: AlgorithmIdentifier): { digest: string | undefined; pss?: RsaSaPssParams } {
  if (algorithm.algorithm === id_RSASSA_PSS) {
    const pss = pssParameters(algorithm)
    return { digest: pssDigest(pss), pss }
  }
  const found = verifiable[algorithm.algorithm]
  if (!found) throw new Refusal('unsupported', `The signature algorithm ${algorithm.algorithm} cannot be checked`)
  return found
}

const hashNames: Partial<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA1',
  '2.16.840.1.101.3.4.2.4': 'SHA224',
  '2.16.840.1.101.3.4.2.1': 'SHA256',
  '2.16.840.1.101.3.4.2.2': 'SHA384',
  '2.16.840.1.101.3.4.2.3': 'SHA512',
}

const pssParameters = ({ parameters }: AlgorithmIdentifier): RsaSaPssParams =>
  parameters ? readDer(new Uint8Array(parameters), RsaSaPssParams, 'The signature algorithm') : new RsaSaPssParams()

function pssDigest({ hashAlgorithm }: RsaSaPssParams): string {
  const digest = hashNames[hashAlgorithm.algorithm]
  if (!digest) throw new Refusal('unsupported', `The digest ${hashAlgorithm.algorithm} is unknown`)
  return digest
}
