import { checkPrimeSync, generateKeyPairSync, generatePrimeSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { revocationReasons } from '#contract/keys/rules/revocation.ts'
import { rsaWeaknesses } from '#contract/keys/rules/rsa-modulus.ts'
import { sshKeyFindings } from '#contract/keys/rules/ssh-key.ts'

const usual = 65_537n
const modulusOf = (bits: number) => {
  const { n = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' })
  return BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
}

test('a key as openssl makes it has none of the known weaknesses', () => {
  expect(rsaWeaknesses(modulusOf(2048), usual)).toEqual([])
})

test('exponents: even, one, small', () => {
  const modulus = modulusOf(2048)
  expect(rsaWeaknesses(modulus, 65_536n)).toEqual(['even exponent', 'small exponent'])
  expect(rsaWeaknesses(modulus, 1n)).toEqual(['exponent 1'])
  expect(rsaWeaknesses(modulus, 65_535n)).toEqual(['small exponent'])
})

test('a factor of up to 751 is found, and 757 is none of these', () => {
  const large = (1n << 521n) - 1n // a Mersenne prime
  expect(rsaWeaknesses(large * 751n, usual)).toContain('small factor')
  expect(rsaWeaknesses(large * 757n, usual)).not.toContain('small factor')
})

test('primes that lie close together are found (CVE-2022-26320)', () => {
  const p = generatePrimeSync(512, { bigint: true })
  let q = p + 2n
  while (!checkPrimeSync(q)) q += 2n
  expect(rsaWeaknesses(p * q, usual)).toContain('close primes')
  expect(rsaWeaknesses(modulusOf(2048), usual)).not.toContain('close primes')
})

test('a modulus that is a power of 65537 at all the primes of the fingerprint is of an affected chip', () => {
  // Primes of those chips are k·M + (65537^a mod M); a product of such numbers keeps the fingerprint.
  const product = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157].reduce(
    (total, prime) => total * BigInt(prime),
    1n,
  )
  const one = product * ((1n << 900n) + 12_345n) + (65_537n ** 17n % product)
  const other = product * ((1n << 901n) + 54_321n) + (65_537n ** 23n % product)
  expect(rsaWeaknesses(one * other, usual)).toContain('ROCA')
  expect(rsaWeaknesses(modulusOf(2048), usual)).not.toContain('ROCA')
})

test('SSH keys: DSA warns, short RSA stops, RSA 2048 is noted, Ed25519 and RSA 3072 are fine', () => {
  expect(sshKeyFindings('ssh-dss', 1024)[0]).toMatchObject({ level: 'warning', text: 'DSA keys are obsolete' })
  expect(sshKeyFindings('ssh-rsa', 1024)[0]).toMatchObject({ level: 'error' })
  expect(sshKeyFindings('ssh-rsa', 2047)[0]).toMatchObject({ level: 'error' })
  expect(sshKeyFindings('ssh-rsa', 2048)[0]).toMatchObject({ level: 'note' })
  expect(sshKeyFindings('ssh-rsa', 3072)).toEqual([])
  expect(sshKeyFindings('ssh-ed25519', 256)).toEqual([])
  expect(sshKeyFindings('ecdsa-sha2-nistp256', 256)).toEqual([])
})

test('a public authority takes the reasons 0, 1, 3, 4 and 5 only', () => {
  const taken = revocationReasons.filter(({ notPublic }) => notPublic === undefined).map(({ code }) => code)
  expect(taken).toEqual([0, 1, 3, 4, 5])
  expect(revocationReasons.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
