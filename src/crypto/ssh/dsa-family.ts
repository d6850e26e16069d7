import type { KeyObject } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { dsaKey, type DsaNumbers, dsaNumbers, power } from './dsa-numbers.ts'
import type { KeyFamily } from './key-family.ts'
import { mpint, wireString } from './wire.ts'

const algorithm = 'ssh-dss'
const bits = { p: 1024, q: 160 } // the only size in SSH (RFC 4253, section 6.6: with SHA-1)

export const dsaFamily: KeyFamily = {
  keyType: 'ssh-dss',
  algorithm: () => algorithm,
  length: () => bits.p,
  publicBlob: (key) => {
    const { p, q, g, y } = dsaNumbers(key)
    return Buffer.concat([wireString(algorithm), ...[p, q, g, y].map(mpint)])
  },
  openSshFields: (key) => {
    const { p, q, g, y, x } = dsaNumbers(key)
    return Buffer.concat([p, q, g, y, x].map(mpint))
  },
  fromOpenSsh: (fields) =>
    fromNumbers({ p: fields.mpint(), q: fields.mpint(), g: fields.mpint(), y: fields.mpint(), x: fields.mpint() }),
  fromPutty: (publicFields, privateFields) => {
    const [p, q, g, y] = [publicFields.mpint(), publicFields.mpint(), publicFields.mpint(), publicFields.mpint()]
    return fromNumbers({ p, q, g, y, x: privateFields.mpint() })
  },
  requireSound: (key) => {
    const { modulusLength, divisorLength } = key.asymmetricKeyDetails ?? {}
    requireLengths(modulusLength, divisorLength)
    requireSoundNumbers(dsaNumbers(key))
  },
}

function fromNumbers(numbers: DsaNumbers): KeyObject {
  requireLengths(bitLength(numbers.p), bitLength(numbers.q))
  requireSoundNumbers(numbers)
  return dsaKey(numbers)
}

function requireLengths(p: number | undefined, q: number | undefined): void {
  if (p === bits.p && q === bits.q) return
  throw new Refusal(
    'unsupported',
    `SSH supports DSA keys of ${bits.p} bits with a divisor of ${bits.q} bits only`,
    'file',
  )
}

function requireSoundNumbers({ p, q, g, y, x }: DsaNumbers): void {
  const isGroupFit = p % 2n === 1n && q % 2n === 1n && (p - 1n) % q === 0n && g > 1n && g < p && power(g, q, p) === 1n
  const isPairFit = x > 0n && x < q && power(g, x, p) === y
  if (!isGroupFit || !isPairFit) {
    throw new Refusal('damaged', 'The parameters of this DSA key are inconsistent', 'file')
  }
}

const bitLength = (value: bigint) => value.toString(2).length
