import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { jwkBytes, jwkNumber, jwkText, publicHalf } from './jwk.ts'
import type { KeyFamily } from './key-family.ts'
import { mpint, type WireReader, wireString } from './wire.ts'

/** The three curves of SSH with their names in SSH, JSON Web Key and OpenSSL (RFC 5656, section 10.1). */
const curves = [
  { ssh: 'nistp256', jwk: 'P-256', openssl: 'prime256v1', bits: 256, coordinateBytes: 32 },
  { ssh: 'nistp384', jwk: 'P-384', openssl: 'secp384r1', bits: 384, coordinateBytes: 48 },
  { ssh: 'nistp521', jwk: 'P-521', openssl: 'secp521r1', bits: 521, coordinateBytes: 66 },
] as const

type Curve = (typeof curves)[number]

const uncompressed = 4

export const ecdsaAlgorithms: readonly string[] = curves.map(algorithmOf)

export const ecdsaFamily: KeyFamily = {
  keyType: 'ecdsa',
  algorithm: (key) => algorithmOf(curveOf(key)),
  length: (key) => curveOf(key).bits,
  publicBlob: (key) => {
    const curve = curveOf(key)
    return Buffer.concat([algorithmOf(curve), curve.ssh, pointOf(key)].map(wireString))
  },
  openSshFields: (key) => {
    const { d } = key.export({ format: 'jwk' })
    return Buffer.concat([wireString(curveOf(key).ssh), wireString(pointOf(key)), mpint(jwkNumber(d))])
  },
  fromOpenSsh: (fields) => fromNumbers(readCurve(fields), fields.string(), fields.mpint()),
  fromPutty: (publicFields, privateFields) =>
    fromNumbers(readCurve(publicFields), publicFields.string(), privateFields.mpint()),
  requireSound: (key) => {
    curveOf(key)
    const sample = Buffer.from('Do both halves belong together?')
    const belongTogether = verify('sha256', sample, publicHalf(key), sign('sha256', sample, key))
    if (!belongTogether) throw contradiction()
  },
}

function algorithmOf(curve: Curve): string {
  return `ecdsa-sha2-${curve.ssh}`
}

function curveOf(key: KeyObject): Curve {
  const name = key.asymmetricKeyDetails?.namedCurve
  const curve = curves.find(({ openssl }) => openssl === name)
  if (!curve) throw new Refusal('unsupported', `SSH does not support the curve ${name ?? 'of this file'}`, 'file')
  return curve
}

function readCurve(fields: WireReader): Curve {
  const name = fields.text()
  const curve = curves.find(({ ssh }) => ssh === name)
  if (!curve) throw contradiction()
  return curve
}

function pointOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(uncompressed), jwkBytes(x), jwkBytes(y)])
}

function fromNumbers(curve: Curve, point: Buffer, d: bigint): KeyObject {
  const size = curve.coordinateBytes
  if (point[0] !== uncompressed || point.length !== 1 + 2 * size || d >> BigInt(8 * size)) throw contradiction()
  const x = point.subarray(1, 1 + size).toString('base64url')
  const y = point.subarray(1 + size).toString('base64url')
  try {
    return createPrivateKey({ key: { kty: 'EC', crv: curve.jwk, x, y, d: jwkText(d, size) }, format: 'jwk' })
  } catch {
    throw contradiction() // Node rejects points that are not on the curve
  }
}

const contradiction = () => new Refusal('damaged', 'The parameters of this ecdsa key are inconsistent', 'file')
