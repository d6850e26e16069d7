import { Refusal } from '#crypto/refusal.ts'

// ALG and LEN of createCSR, whose values the reference does not state. LEN is in bits; Ed25519 has a fixed length.
const lengthsOf = { RSA: [1024, 2048, 3072, 4096], EC: [256, 384, 521], Ed25519: [] } as const

export type KeyChoice =
  | { algorithm: 'RSA'; bits: (typeof lengthsOf.RSA)[number] }
  | { algorithm: 'EC'; bits: (typeof lengthsOf.EC)[number] }
  | { algorithm: 'Ed25519' }

/** Validates a requested key type and length. */
export function keyChoice(algorithm: string, bits?: number): KeyChoice {
  switch (algorithm) {
    case 'RSA':
      return { algorithm, bits: oneOf(lengthsOf.RSA, bits, algorithm) }
    case 'EC':
      return { algorithm, bits: oneOf(lengthsOf.EC, bits, algorithm) }
    case 'Ed25519':
      return { algorithm }
    default:
      throw new Refusal('not-allowed', `${algorithm} is not one of ${Object.keys(lengthsOf).join(', ')}`, 'algorithm')
  }
}

export const curves = { 256: 'P-256', 384: 'P-384', 521: 'P-521' } as const

function oneOf<T extends number>(lengths: readonly T[], bits: number | undefined, algorithm: string): T {
  const length = lengths.find((length) => length === bits)
  if (length === undefined) {
    throw new Refusal('not-allowed', `A key of type ${algorithm} has ${lengths.join(', ')} bits, not ${bits}`, 'length')
  }
  return length
}
