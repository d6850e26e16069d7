import { expect, test, vi } from 'vitest'
import { writeJks } from '#crypto/keystore/jks-write.ts'
import type { NewKeyStore } from '#crypto/keystore/key-store.ts'
import { writePkcs12 } from '#crypto/keystore/pkcs12-write.ts'
import { readKeyStore } from '#crypto/keystore/read-key-store.ts'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { isDeep } from '../../support/runs.ts'
import { newIntermediate, newRequest, newRoot } from '../x509/authorities.ts'
import { ask, isInstalled } from '../x509/tools.ts'

vi.setConfig({ testTimeout: 120_000 }) // Java starts slowly, and the derivations are meant to be slow

const issuer = await newIntermediate(await newRoot())
const password = 'geheim-123'

async function newStore(algorithm: string, bits: number | undefined): Promise<NewKeyStore> {
  const keys = await generatePair(keyChoice(algorithm, bits))
  const request = newRequest(keys, 'www.example.com')
  const { certificate } = signRequest({ request, issuer, template: 'WebServer', validity: validityOf(90, 'days') })
  const chain = [certificate, issuer.certificate, ...(issuer.above ?? [])]
  return { alias: 'My Höst', privateKey: keys.privateKey, chain }
}

const writers = {
  'PKCS12 AES-256': (store: NewKeyStore, secret: string) => writePkcs12(store, secret),
  'PKCS12 legacy': (store: NewKeyStore, secret: string) => writePkcs12(store, secret, 'legacy'),
  JKS: writeJks,
} as const

// PKCS#12 is written with so many iterations that each case takes seconds.
const all = [
  ['PKCS12 AES-256', 'RSA', 2048],
  ['PKCS12 AES-256', 'Ed25519', undefined],
  ['PKCS12 legacy', 'EC', 521],
  ['JKS', 'RSA', 2048],
  ['JKS', 'EC', 256],
  ['JKS', 'Ed25519', undefined],
] as const
const cases = all.filter((_, at) => isDeep || at % 2 === 0)

test.each(cases)('%s with a key %s %s is read as it was written', async (format, algorithm, bits) => {
  const store = await newStore(algorithm, bits)
  const alias = format === 'JKS' ? 'my höst' : store.alias
  const file = writers[format](store, 'pässwörd € 👍')
  expect(readKeyStore(file, 'pässwörd € 👍').entries).toEqual([{ ...store, alias }])
})

test.skipIf(!isInstalled('openssl')).each(cases.filter(([format]) => format !== 'JKS'))(
  'openssl opens %s with a key %s %s',
  async (format, algorithm, bits) => {
    const file = writers[format](await newStore(algorithm, bits), 'pässwörd €')
    const args = ['pkcs12', '-in', 'a', '-passin', 'pass:pässwörd €', '-noenc', '-info']
    const { ok, text } = ask('openssl', args, { a: file })
    expect(ok).toBe(true)
    expect(text.match(/BEGIN CERTIFICATE/g)).toHaveLength(3)
    expect(text.match(/BEGIN PRIVATE KEY/g)).toHaveLength(1)
    expect(text).toContain(format === 'PKCS12 legacy' ? 'Iteration 50000' : 'Iteration 600000')
    expect(text).toContain('friendlyName: My H')
  },
)

test.skipIf(!isInstalled('keytool')).each(cases)(
  'keytool lists %s with a key %s %s',
  async (format, algorithm, bits) => {
    const file = writers[format](await newStore(algorithm, bits), password)
    const list = (secret: string) =>
      ask('keytool', ['-list', '-v', '-keystore', 'a', '-storepass', secret], { a: file })
    const { ok, text } = list(password)
    expect(ok).toBe(true)
    expect(text).toContain('Entry type: PrivateKeyEntry')
    expect(text).toContain('Certificate chain length: 3')
  },
)

test.skipIf(!isInstalled('keytool') || !isInstalled('openssl'))(
  'the key that keytool takes out of a JKS is the one that went in',
  async () => {
    const store = await newStore('RSA', 2048)
    const args = `-importkeystore -srckeystore a -srcstorepass ${password} -destkeystore b -deststoretype PKCS12 -deststorepass ${password}`
    const { file } = ask('keytool', args.split(' '), { a: writeJks(store, password) })
    expect(readKeyStore(file('b'), password).entries).toMatchObject([
      { privateKey: store.privateKey, chain: store.chain },
    ])
  },
)
