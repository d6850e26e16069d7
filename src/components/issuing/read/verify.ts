import type { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { fromBER, Integer, Sequence } from 'asn1js'
import { curveOf } from './public-key.ts'

/** `unknown`: this browser cannot verify the signature algorithm. */
export type SignatureState = 'valid' | 'wrong' | 'unknown'

type Scheme = { name: 'RSASSA-PKCS1-v1_5' | 'ECDSA' | 'Ed25519'; hash?: string; text: string }
const schemes: Record<string, Scheme> = {
  '1.2.840.113549.1.1.5': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1', text: 'SHA1 with RSA' },
  '1.2.840.113549.1.1.11': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', text: 'SHA256 with RSA' },
  '1.2.840.113549.1.1.12': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384', text: 'SHA384 with RSA' },
  '1.2.840.113549.1.1.13': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512', text: 'SHA512 with RSA' },
  '1.2.840.10045.4.1': { name: 'ECDSA', hash: 'SHA-1', text: 'SHA1 with ECDSA' },
  '1.2.840.10045.4.3.2': { name: 'ECDSA', hash: 'SHA-256', text: 'SHA256 with ECDSA' },
  '1.2.840.10045.4.3.3': { name: 'ECDSA', hash: 'SHA-384', text: 'SHA384 with ECDSA' },
  '1.2.840.10045.4.3.4': { name: 'ECDSA', hash: 'SHA-512', text: 'SHA512 with ECDSA' },
  '1.3.101.112': { name: 'Ed25519', text: 'Ed25519' },
}

export const signatureText = ({ algorithm }: AlgorithmIdentifier) => schemes[algorithm]?.text ?? algorithm

type Signed = {
  content: BufferSource
  algorithm: AlgorithmIdentifier
  signature: ArrayBuffer
  key: SubjectPublicKeyInfo
  /** The same key, DER-encoded. */
  spki: Uint8Array<ArrayBuffer>
}

export async function signatureState({ content, algorithm, signature, key, spki }: Signed): Promise<SignatureState> {
  const scheme = schemes[algorithm.algorithm]
  const namedCurve = curveOf(key)?.name
  if (!scheme || !globalThis.isSecureContext) return 'unknown'
  const { name, hash } = scheme
  try {
    const importing = { name, ...(hash && { hash }), ...(name === 'ECDSA' && { namedCurve }) }
    const verifier = await crypto.subtle.importKey('spki', spki, importing, false, ['verify'])
    const bytes = name === 'ECDSA' ? plainSignature(signature, curveOf(key)?.bits ?? 0) : signature
    const isTheirs = await crypto.subtle.verify({ name, ...(hash && { hash }) }, verifier, bytes, content)
    return isTheirs ? 'valid' : 'wrong'
  } catch {
    return 'unknown' // curve or algorithm not supported by this browser
  }
}

/**
 * Converts an ECDSA signature from DER to the format of WebCrypto: both numbers at the length of the curve,
 * concatenated.
 */
function plainSignature(der: ArrayBuffer, bits: number): Uint8Array<ArrayBuffer> {
  const length = Math.ceil(bits / 8)
  const { result } = fromBER(der)
  const numbers = result instanceof Sequence ? result.valueBlock.value : []
  const plain = new Uint8Array(2 * length)
  numbers.forEach((number, index) => {
    if (!(number instanceof Integer)) return
    const bytes = number.valueBlock.valueHexView.slice(-length)
    plain.set(bytes, (index + 1) * length - bytes.length)
  })
  return plain
}
