import { createPrivateKey, type KeyObject } from 'node:crypto'
import { PrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { AsnIntegerBigIntConverter, AsnProp, AsnPropTypes } from '@peculiar/asn1-schema'
import { Integer } from 'asn1js'
import { readDer, readElement, writeDer } from '#crypto/der.ts'
import { writePem } from '#crypto/pem.ts'
import { Refusal } from '#crypto/refusal.ts'

// DSA has no JSON Web Key form, so its numbers are passed in ASN.1: Dss-Parms of RFC 3279 and OpenSSL's private key.

export interface DsaNumbers {
  p: bigint
  q: bigint
  g: bigint
  /** The public value. */
  y: bigint
  /** The private value. */
  x: bigint
}

const integer = AsnProp({ type: AsnPropTypes.Integer, converter: AsnIntegerBigIntConverter })

class DssParameters {
  declare p: bigint
  declare q: bigint
  declare g: bigint
}
for (const name of ['p', 'q', 'g']) integer(DssParameters.prototype, name)

class DsaPrivateKey {
  version = 0n
  declare p: bigint
  declare q: bigint
  declare g: bigint
  declare y: bigint
  declare x: bigint
}
for (const name of ['version', 'p', 'q', 'g', 'y', 'x']) integer(DsaPrivateKey.prototype, name)

export function dsaNumbers(key: KeyObject): DsaNumbers {
  const what = 'The DSA key'
  const info = readDer(key.export({ format: 'der', type: 'pkcs8' }), PrivateKeyInfo, what)
  const { p, q, g } = readDer(new Uint8Array(info.privateKeyAlgorithm.parameters ?? []), DssParameters, what)
  const x = readElement(new Uint8Array(info.privateKey.buffer), what)
  if (!(x instanceof Integer)) throw new Refusal('damaged', `${what} lacks its private number`, 'file')
  const privateNumber = AsnIntegerBigIntConverter.fromASN(x)
  return { p, q, g, x: privateNumber, y: power(g, privateNumber, p) }
}

export function dsaKey(numbers: DsaNumbers): KeyObject {
  return createPrivateKey(writePem('DSA PRIVATE KEY', writeDer(Object.assign(new DsaPrivateKey(), numbers))))
}

/** base^exponent mod modulus. Not constant-time, so not suitable for signing. */
export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
