import { expect, test } from 'vitest'
import { readKeyStore } from '#crypto/keystore/read-key-store.ts'
import { Refusal } from '#crypto/refusal.ts'
import { corpus } from '../corpora.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { randomNumbers } from '../ssh/random-numbers.ts'
import { passwords, vector } from '../x509/vectors.ts'

/** The aliases, or why the store was refused. Anything else that is thrown, and an answer that takes long, fails. */
function answer(bytes: Uint8Array, password: string): string {
  let text = ''
  const spent = cpuMilliseconds(() => {
    try {
      const { entries } = readKeyStore(bytes, password)
      text = entries.map(({ alias }) => alias).join(', ')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      text = error.reason
    }
  })
  expect(spent).toBeLessThan(1000)
  return text
}

const stores = ['default.p12', 'legacy-rc2-40.p12', 'no-mac.p12', 'plain.p12', 'keytool.jks']

test.each(stores)('%s with changed bytes, or cut short, opens or is refused in time', (name) => {
  const original = vector(name)
  const random = randomNumbers(name)
  for (let round = 0; round < 100; round++) {
    const altered = Buffer.from(original)
    altered[random(altered.length)] = random(256)
    answer(altered, passwords.usual)
  }
  for (let length = 0; length < original.length; length += Math.ceil(original.length / 40)) {
    expect(answer(original.subarray(0, length), passwords.usual)).not.toContain('my host')
  }
})

const javaStores = corpus('keystores')

test.skipIf(javaStores.length === 0)("every store of pyjks' test data (where at hand) is read or refused", () => {
  const answers = Object.fromEntries(javaStores.map(({ name, bytes }) => [name, answer(bytes, '12345678')]))
  expect(answers).toMatchObject({
    'jks/RSA1024.jks': 'mykey',
    'jks/DSA2048.jks': 'mykey',
    'jks/empty.jks': 'wrong-passphrase',
    'jceks/AES256.jceks': 'unsupported',
    'bks/christmas.bksv1': 'not-recognized',
    LICENSE: 'not-recognized',
  })
})
