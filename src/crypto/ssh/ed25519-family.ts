import { createPrivateKey, type KeyObject } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { jwkBytes } from './jwk.ts'
import type { KeyFamily } from './key-family.ts'
import { ed25519Length } from './key-type.ts'
import { wireString } from './wire.ts'

const algorithm = 'ssh-ed25519'
const halfBytes = 32

export const ed25519Family: KeyFamily = {
  keyType: 'ed25519',
  algorithm: () => algorithm,
  length: () => ed25519Length,
  publicBlob: (key) => Buffer.concat([wireString(algorithm), wireString(halvesOf(key).point)]),
  openSshFields: (key) => {
    const { point, seed } = halvesOf(key)
    return Buffer.concat([wireString(point), wireString(Buffer.concat([seed, point]))])
  },
  fromOpenSsh: (fields) => {
    const point = fields.string()
    const seedAndPoint = fields.string()
    if (!seedAndPoint.subarray(halfBytes).equals(point)) throw contradiction()
    return fromHalves(point, seedAndPoint.subarray(0, halfBytes))
  },
  fromPutty: (publicFields, privateFields) => fromHalves(publicFields.string(), privateFields.string()),
  requireSound: () => undefined, // any 32 bytes are a valid private key, and Node derives the public key itself
}

function halvesOf(key: KeyObject): { point: Buffer; seed: Buffer } {
  const { x, d } = key.export({ format: 'jwk' })
  return { point: jwkBytes(x), seed: jwkBytes(d) }
}

function fromHalves(point: Buffer, seed: Buffer): KeyObject {
  if (point.length !== halfBytes || seed.length !== halfBytes) throw contradiction()
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url'), d: seed.toString('base64url') }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  if (!halvesOf(key).point.equals(point)) throw contradiction()
  return key
}

const contradiction = () =>
  new Refusal('damaged', 'The private and public parts of this ed25519 key do not match', 'file')
