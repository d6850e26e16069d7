import { afterAll, expect, test } from 'vitest'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { createCryptoWork } from '#crypto/workers/crypto-work.ts'
import { isRevocationListBy } from '#crypto/x509/revocation-list.ts'
import { longestStall } from '../longest-stall.ts'
import { refusalFrom } from '../refusal-of.ts'
import { certificateVector, passwords, vector } from '../x509/vectors.ts'

const work = createCryptoWork({ threads: 2 })
afterAll(() => work.close())

/** The key and the chain of a store that openssl made. */
async function openedStore() {
  const [own] = (await work.run('readKeyStore', [vector('default.p12'), passwords.usual])).entries
  if (!own?.privateKey) throw new Error('no key')
  return { alias: own.alias, privateKey: own.privateKey, chain: own.chain }
}

test('key stores, keys and certificates are opened and written while the process goes on', async () => {
  const store = await openedStore()
  const stall = await longestStall(async () => {
    const [written, pair, summary] = await Promise.all([
      work.run('exportKeyStore', ['PKCS', store, passwords.accented]),
      work.run('generatePair', [{ algorithm: 'RSA', bits: 3072 }]),
      work.run('summarizeCertificate', [certificateVector('leaf.pem')]),
    ])
    const again = await work.run('readKeyStore', [written.bytes, passwords.accented])
    expect(written.extension).toBe('.p12')
    expect(again).toEqual({ format: 'PKCS12', entries: [store] })
    expect(pair.privateKey.length).toBeGreaterThan(1500)
    expect(summary.subject.commonName).toBe('www.example.com')
  })
  expect(stall).toBeLessThan(200)
})

test('a Java key store and a revocation list are made there too', async () => {
  const store = await openedStore()
  const jks = await work.run('exportKeyStore', ['JKS', store, passwords.usual])
  expect(jks.extension).toBe('.jks')
  expect(await work.run('readKeyStore', [jks.bytes, passwords.usual])).toMatchObject({
    format: 'JKS',
    entries: [{ alias: 'my host', privateKey: store.privateKey }],
  })
  const issuer = { certificate: certificateVector('root.pem'), privateKey: readKeyFile(vector('root.key'), '') }
  const dates = { thisUpdate: new Date(0), nextUpdate: new Date(1000) }
  const list = await work.run('createRevocationList', [{ issuer, number: 1, revoked: [], ...dates }])
  expect(isRevocationListBy(issuer.certificate, list)).toBe(true)
})

test('a refusal reaches the caller as one', async () => {
  const refusal = await refusalFrom(work.run('readKeyStore', [vector('default.p12'), 'wrong']))
  expect(refusal).toMatchObject({ reason: 'wrong-passphrase', field: 'passphrase' })
})
