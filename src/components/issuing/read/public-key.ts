import { RSAPublicKey } from '@peculiar/asn1-rsa'
import type { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { type RsaWeakness, rsaWeaknesses } from '#contract/keys/rules/rsa-modulus.ts'
import { parsed } from './der.ts'
import { hex } from './pem.ts'

export type KeyFacts = { algorithm: string; bits?: number; weaknesses: readonly RsaWeakness[] }

const rsa = ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.10']
const ec = '1.2.840.10045.2.1'
const others: Record<string, string> = { '1.3.101.112': 'Ed25519', '1.3.101.113': 'Ed448', '1.2.840.10040.4.1': 'DSA' }

/** Curves by their DER-encoded object identifier, which is the parameter of an EC key. */
const curves: Record<string, { name: string; bits: number }> = {
  '06082a8648ce3d030107': { name: 'P-256', bits: 256 },
  '06052b81040022': { name: 'P-384', bits: 384 },
  '06052b81040023': { name: 'P-521', bits: 521 },
  '06052b8104000a': { name: 'secp256k1', bits: 256 },
}

export const curveOf = ({ algorithm: { parameters } }: SubjectPublicKeyInfo) =>
  parameters ? curves[hex(parameters)] : undefined

export const isRsa = ({ algorithm: { algorithm } }: SubjectPublicKeyInfo) => rsa.includes(algorithm)
export const isEc = ({ algorithm: { algorithm } }: SubjectPublicKeyInfo) => algorithm === ec

/** Largest modulus in bits that is tested for weaknesses; longer ones would block the page. */
const maxBits = 8_192

export function keyFacts(key: SubjectPublicKeyInfo): KeyFacts {
  const { algorithm } = key.algorithm
  if (isEc(key)) {
    const curve = curveOf(key)
    return { algorithm: 'EC', weaknesses: [], ...(curve && { bits: curve.bits }) }
  }
  if (!isRsa(key)) return { algorithm: others[algorithm] ?? algorithm, weaknesses: [] }
  const numbers = parsed(key.subjectPublicKey, RSAPublicKey)
  if (!numbers) return { algorithm: 'RSA', weaknesses: [] }
  const [modulus, exponent] = [numbers.modulus, numbers.publicExponent].map((value) => BigInt(`0x${hex(value)}`))
  const bits = modulus?.toString(2).length ?? 0
  const weaknesses = modulus && exponent && bits <= maxBits ? rsaWeaknesses(modulus, exponent) : []
  return { algorithm: 'RSA', bits, weaknesses }
}
