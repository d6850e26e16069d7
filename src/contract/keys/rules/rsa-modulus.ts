/** Weaknesses of an RSA public key that are detectable from the key itself (CA/B Forum BR 6.1.1.3 and 6.1.6). */
export type RsaWeakness = 'even exponent' | 'exponent 1' | 'small exponent' | 'small factor' | 'close primes' | 'ROCA'

const largestSmallFactor = 751
const fermatRounds = 100
/** Primes modulo which the moduli of affected chips (CVE-2017-15361) are powers of 65537. */
const rocaPrimes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157]

export function rsaWeaknesses(modulus: bigint, exponent: bigint): RsaWeakness[] {
  const found: RsaWeakness[] = []
  if (exponent % 2n === 0n) found.push('even exponent')
  if (exponent < 3n) found.push('exponent 1')
  else if (exponent < 65_537n) found.push('small exponent')
  if (hasSmallFactor(modulus)) found.push('small factor')
  else if (hasClosePrimes(modulus)) found.push('close primes')
  if (rocaPrimes.every((prime) => isPowerOf65537(Number(modulus % BigInt(prime)), prime))) found.push('ROCA')
  return found
}

function hasSmallFactor(modulus: bigint): boolean {
  for (let factor = 2n; factor <= largestSmallFactor; factor += 1n) {
    if (modulus % factor === 0n && modulus !== factor) return true
  }
  return false
}

/** Fermat factorization finds primes that are close to each other. */
function hasClosePrimes(modulus: bigint): boolean {
  let a = squareRoot(modulus)
  if (a * a < modulus) a += 1n
  for (let round = 0; round < fermatRounds; round += 1, a += 1n) {
    const rest = a * a - modulus
    const b = squareRoot(rest)
    if (b * b === rest) return true
  }
  return false
}

/** Integer square root, rounded down (Newton's method). */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

function isPowerOf65537(rest: number, prime: number): boolean {
  const generator = 65_537 % prime
  let power = 1
  for (let step = 0; step < prime; step += 1) {
    if (power === rest) return true
    power = (power * generator) % prime
  }
  return false
}
