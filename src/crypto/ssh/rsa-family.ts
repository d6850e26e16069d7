import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { jwkNumber, jwkText, publicHalf } from './jwk.ts'
import type { KeyFamily } from './key-family.ts'
import { mpint, wireString } from './wire.ts'

interface RsaNumbers {
  n: bigint
  e: bigint
  d: bigint
  p: bigint
  q: bigint
  /** The inverse of q modulo p. */
  inverse: bigint
}

const algorithm = 'ssh-rsa'

// OpenSSH rejects shorter keys; longer ones take seconds per signature.
const bits = { min: 1024, max: 16_384 }
const longestExponentBits = 64 // OpenSSL's limit

export const rsaFamily: KeyFamily = {
  keyType: 'ssh-rsa',
  algorithm: () => algorithm,
  length: (key) => bitLength(numbersOf(key).n),
  publicBlob: (key) => {
    const { n, e } = numbersOf(key)
    return Buffer.concat([wireString(algorithm), mpint(e), mpint(n)])
  },
  openSshFields: (key) => {
    const { n, e, d, inverse, p, q } = numbersOf(key)
    return Buffer.concat([n, e, d, inverse, p, q].map(mpint))
  },
  fromOpenSsh: (fields) => {
    const [n, e, d] = [fields.mpint(), fields.mpint(), fields.mpint()]
    return fromNumbers({ n, e, d, inverse: fields.mpint(), p: fields.mpint(), q: fields.mpint() })
  },
  fromPutty: (publicFields, privateFields) => {
    const [e, n] = [publicFields.mpint(), publicFields.mpint()]
    const [d, p, q] = [privateFields.mpint(), privateFields.mpint(), privateFields.mpint()]
    return fromNumbers({ n, e, d, p, q, inverse: privateFields.mpint() })
  },
  requireSound: (key) => {
    requireSoundNumbers(numbersOf(key))
    const sample = Buffer.from('Do both halves belong together?')
    const belongTogether = verify('sha256', sample, publicHalf(key), sign('sha256', sample, key))
    if (!belongTogether) throw contradiction()
  },
}

function numbersOf(key: KeyObject): RsaNumbers {
  const { n, e, d, p, q, qi } = key.export({ format: 'jwk' })
  return {
    n: jwkNumber(n),
    e: jwkNumber(e),
    d: jwkNumber(d),
    p: jwkNumber(p),
    q: jwkNumber(q),
    inverse: jwkNumber(qi),
  }
}

function fromNumbers(numbers: RsaNumbers): KeyObject {
  requireSoundNumbers(numbers)
  const { n, e, d, p, q, inverse } = numbers
  const jwk = {
    kty: 'RSA',
    n: jwkText(n),
    e: jwkText(e),
    d: jwkText(d),
    p: jwkText(p),
    q: jwkText(q),
    dp: jwkText(d % (p - 1n)),
    dq: jwkText(d % (q - 1n)),
    qi: jwkText(inverse),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

function requireSoundNumbers({ n, e, d, p, q, inverse }: RsaNumbers): void {
  const length = bitLength(n)
  if (length < bits.min) throw new Refusal('unsupported', `RSA keys below ${bits.min} bits are not supported`, 'file')
  if (length > bits.max) throw new Refusal('too-large', `RSA keys above ${bits.max} bits are not supported`, 'file')
  const isExponentFit = e >= 3n && e % 2n === 1n && bitLength(e) <= longestExponentBits
  const arePrimesFit = p > 1n && q > 1n && p % 2n === 1n && q % 2n === 1n && p * q === n
  if (!isExponentFit || !arePrimesFit || d <= 1n || d >= n || (q * inverse) % p !== 1n) throw contradiction()
}

const bitLength = (value: bigint) => value.toString(2).length

const contradiction = () => new Refusal('damaged', 'The parameters of this RSA key are inconsistent', 'file')
