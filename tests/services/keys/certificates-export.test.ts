import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeJks } from '#crypto/keystore/jks-write.ts'
import { readKeyStore } from '#crypto/keystore/read-key-store.ts'
import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import { newIntermediate, newRoot } from '../../crypto/x509/authorities.ts'
import { ask, isInstalled } from '../../crypto/x509/tools.ts'
import { isDeep } from '../../support/runs.ts'
import { certificateWorld, issued, pemOf } from './certificate-world.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

vi.setConfig({ testTimeout: 120_000 }) // Java starts slowly, and the derivations are meant to be slow

let world: KeyWorld
let inventory: ReturnType<typeof certificateWorld>
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = certificateWorld(world)
})
afterAll(() => world.stop())

const root = await newRoot()
const intermediate = await newIntermediate(root)
const issuers = [intermediate.certificate, root.certificate]

const keys: KeyChoice[] = [
  { algorithm: 'RSA', bits: 2048 },
  { algorithm: 'EC', bits: 256 },
  { algorithm: 'EC', bits: 384 },
  { algorithm: 'EC', bits: 521 },
  { algorithm: 'Ed25519' },
]
const named = keys.map((key) => [Object.values(key).join(' '), key] as const)

/** A certificate in the inventory, with its chain; imported as PEM, so that its passphrase is a random one. */
async function kept(key: KeyChoice) {
  const made = await issued(intermediate, {
    subject: { commonName: `www.${Object.values(key).join('-')}.example` },
    key,
  })
  await inventory.add('CERTFILE', made.pem + pemOf(...issuers))
  const files = new Map<string | undefined, ReturnType<typeof inventory.download>>()
  const download = (fileType?: string) => {
    const file =
      files.get(fileType) ?? inventory.download('getCertificate', { ...made.which, ...(fileType && { fileType }) })
    files.set(fileType, file)
    return file
  }
  return { ...made, download }
}

describe.each(named)('a certificate with a key %s', (_, key) => {
  let one: Awaited<ReturnType<typeof kept>>
  let passphrase: string
  beforeAll(async () => {
    one = await kept(key)
    passphrase = await inventory.passphrase(one.which)
  })
  const fingerprint = () => new X509Certificate(one.certificate).fingerprint256
  const chain = () => [one.certificate, ...issuers]

  test.each([undefined, 'CER', 'CRT', 'DER', 'P7B', 'PEM'])('is exported as %s and read back', async (fileType) => {
    const { bytes, name, type } = await one.download(fileType)
    const { certificates } = readCertificateFile(bytes)
    expect(certificates).toEqual(fileType === 'P7B' || fileType === 'PEM' ? chain() : [one.certificate])
    expect(name).toBe(`${one.which.common_name}.${(fileType ?? 'pem').toLowerCase()}`)
    expect(type).toMatch(/^application\//)
  })

  test('is exported as KEY, PKCS and JKS under its passphrase, and as nothing without', async () => {
    expect(passphrase.length).toBeGreaterThan(20)
    const file = await one.download('KEY')
    expect(file.bytes.toString()).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/)
    expect(readKeyFile(file.bytes, passphrase)).toEqual(one.privateKey)
    for (const fileType of ['PKCS', 'JKS']) {
      const { bytes } = await one.download(fileType)
      const [entry] = readKeyStore(bytes, passphrase).entries
      expect(entry).toMatchObject({ privateKey: one.privateKey, chain: chain() })
    }
    const { bytes } = await one.download('JKS')
    expect(() => readKeyStore(bytes, 'wrong')).toThrow(/passphrase/)
  })

  test.skipIf(!isInstalled('openssl'))('is what openssl reads in all eight formats', async () => {
    const reads = (args: string, bytes: Uint8Array) => {
      const { ok, text } = ask('openssl', args.split(' '), {
        a: bytes,
        root: pemOf(root.certificate),
        pass: passphrase,
      })
      expect(text + String(ok), args).toMatch(/true$/)
      return text
    }
    const file = async (fileType?: string) => (await one.download(fileType)).bytes
    for (const fileType of [undefined, 'CER', 'CRT', 'PEM']) {
      expect(reads('x509 -in a -noout -fingerprint -sha256', await file(fileType))).toContain(fingerprint())
    }
    expect(reads('x509 -inform DER -in a -noout -fingerprint -sha256', await file('DER'))).toContain(fingerprint())
    expect(reads('verify -x509_strict -CAfile root -untrusted a a', await file('PEM'))).toContain('a: OK')
    expect(reads('pkcs7 -inform DER -in a -print_certs', await file('P7B')).match(/BEGIN CERT/g)).toHaveLength(3)
    const publicKey = createPublicKey(
      createPrivateKey({ key: Buffer.from(one.privateKey), format: 'der', type: 'pkcs8' }),
    )
    const spki = publicKey.export({ format: 'pem', type: 'spki' })
    expect(reads('pkey -in a -passin file:pass -pubout', await file('KEY'))).toContain(spki)
    const opened = reads('pkcs12 -in a -passin file:pass -noenc', await file('PKCS'))
    expect(opened.match(/BEGIN CERTIFICATE/g)).toHaveLength(3)
    expect(opened.match(/BEGIN PRIVATE KEY/g)).toHaveLength(1)
  })

  test.skipIf(!isInstalled('keytool'))('is what keytool reads', async () => {
    // Java starts slowly; a certificate alone says little of its key.
    for (const fileType of isDeep || key === keys[0] ? ['DER', 'PEM', 'P7B', 'CER'] : []) {
      const { ok, text } = ask('keytool', ['-printcert', '-file', 'a'], { a: (await one.download(fileType)).bytes })
      expect([fileType, ok]).toEqual([fileType, true])
      expect(text).toContain(fingerprint())
    }
    for (const fileType of ['PKCS', 'JKS']) {
      const args = ['-list', '-v', '-keystore', 'a', '-storepass', passphrase]
      const { ok, text } = ask('keytool', args, { a: (await one.download(fileType)).bytes })
      expect([fileType, ok]).toEqual([fileType, true])
      expect(text).toContain('Entry type: PrivateKeyEntry')
      expect(text).toContain('Certificate chain length: 3')
      expect(text).toContain(fingerprint())
    }
  })
})

test('the key store of a certificate is PKCS#12 unless it came in another', async () => {
  const { which, pem } = await issued(root, { subject: { commonName: 'store' } })
  await inventory.add('CERTFILE', pem)
  const { bytes, name } = await inventory.download('getCertificateKeyStore', which)
  expect(name).toBe('store.p12')
  const passphrase = await inventory.passphrase(which)
  expect(readKeyStore(bytes, passphrase)).toMatchObject({ format: 'PKCS12', entries: [{ alias: 'store' }] })
})

const storeOf = ({ privateKey, certificate }: Awaited<ReturnType<typeof issued>>) => ({
  alias: 'x',
  privateKey,
  chain: [certificate],
})
const accented = 'pässwörd € 👍'

test('a passphrase with letters that are not ASCII opens every file', async () => {
  const made = await issued(root, { subject: { commonName: 'münchen 💥.example' } })
  const key = await import('#crypto/keystore/key-store-export.ts')
  const store = key.exportKeyStore(
    'JKS',
    { alias: 'x', privateKey: made.privateKey, chain: [made.certificate] },
    accented,
  )
  await inventory.add('KEYSTORE', store.bytes, accented)
  expect(await inventory.passphrase(made.which)).toBe(accented)
  const { bytes, name } = await inventory.download('getCertificateKeyStore', made.which)
  expect(name).toBe('münchen_.example.jks')
  expect(readKeyStore(bytes, accented)).toMatchObject({ format: 'JKS', entries: [{ privateKey: made.privateKey }] })
  const pkcs12 = await inventory.download('getCertificate', { ...made.which, fileType: 'PKCS' })
  expect(readKeyStore(pkcs12.bytes, accented).entries).toMatchObject([
    { alias: 'münchen 💥.example', privateKey: made.privateKey },
  ])
  const file = await inventory.download('getCertificate', { ...made.which, fileType: 'KEY' })
  expect(readKeyFile(file.bytes, accented)).toEqual(made.privateKey)
  if (!isInstalled('openssl')) return
  const opens = (args: string, content: Uint8Array) =>
    ask('openssl', args.split(' '), { a: content, pass: accented }).ok
  expect(opens('pkcs12 -in a -passin file:pass -noenc', pkcs12.bytes)).toBe(true)
  expect(opens('pkey -in a -passin file:pass -noout', file.bytes)).toBe(true)
})

test.skipIf(!isInstalled('keytool'))('and keytool opens JKS with it', async () => {
  const made = await issued(root, { subject: { commonName: 'accented' } })
  const secret = 'pässwörd'
  await inventory.add('KEYSTORE', writeJks(storeOf(made), secret), secret)
  const { bytes } = await inventory.download('getCertificate', { ...made.which, fileType: 'JKS' })
  const { ok, text } = ask('keytool', ['-list', '-v', '-keystore', 'a', '-storepass', secret], { a: bytes })
  expect(ok).toBe(true)
  expect(text).toContain('Alias name: accented')
})

test('no private key and no passphrase is in clear in the data folder', async () => {
  const made = await issued(root, { subject: { commonName: 'canary' }, key: { algorithm: 'RSA', bits: 2048 } })
  const secret = 'a canary of a passphrase'
  await inventory.add('KEYSTORE', writeJks(storeOf(made), secret), secret)
  await inventory.download('getCertificate', { ...made.which, fileType: 'KEY' })
  const stored = await world.stored()
  const body = Buffer.from(made.privateKey.slice(100, 400))
  for (const canary of [
    Buffer.from(secret),
    body,
    Buffer.from(body.toString('hex')),
    Buffer.from(Buffer.from(made.privateKey).toString('base64').slice(100, 400)),
  ]) {
    expect(stored.includes(canary)).toBe(false)
  }
  expect(stored.includes('canary')).toBe(true) // the common name
})
