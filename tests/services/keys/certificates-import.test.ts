import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certificateRows } from '#contract/keys/certificates.ts'
import { writeJks } from '#crypto/keystore/jks-write.ts'
import { writePkcs12 } from '#crypto/keystore/pkcs12-write.ts'
import { readKeyFile } from '#crypto/private-key/key-file.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { certificateVector, passwords, vector } from '../../crypto/x509/vectors.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let inventory: ReturnType<typeof serve>
const serve = () => world.serve(certificateRows, certificateHandlers(world.parts))
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = serve()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.parts.db.deleteFrom('key_certificate').execute()
})

const add = (fileType: string, content: string | Uint8Array, PASSWORD?: string) =>
  inventory.call('addCertificate', { fileType, File: fileOf(content), ...(PASSWORD !== undefined && { PASSWORD }) })
const messageOf = async (answer: Promise<{ Message?: unknown; Status?: unknown }>) => {
  const { Status, Message } = await answer
  expect(Status).toBe('Success')
  return Message
}
const names = async () => {
  const { details } = await inventory.call('listCertificates')
  return (details as Record<string, unknown>[]).map((row) => row['Common Name'])
}
const hasKey = async (common_name: string) => {
  const { details } = await inventory.call('getCertificateDetails', { common_name })
  return (details as { endpoint: { PrivateKey: boolean } }[])[0]?.endpoint.PrivateKey
}
const pem = (...files: string[]) => Buffer.concat(files.map(vector))
const leaf = 'The certificate “www.example.com” (serial number FF01)'
const host = 'The certificate “host.example.com” (serial number 77)'

test('a file that was cut off or damaged is refused in plain words', async () => {
  const cut = (name: string) => vector(name).subarray(0, 300)
  expect(await refusalOf(add('CERTFILE', cut('leaf.der')))).toBe(
    'File: The file is incomplete: it ends before the length that it states',
  )
  expect(await refusalOf(add('KEYSTORE', cut('default.p12'), passwords.usual))).toBe(
    'File: The key store is incomplete: it ends before the length that it states',
  )
  const damaged = vector('leaf.der')
  damaged[10] = 0x22 // the number of the version, marked as constructed
  expect(await refusalOf(add('CERTFILE', damaged))).toBe('File: The file is damaged')
  expect(await names()).toEqual([])
})

test('a Java key store whose key has a password of its own is imported with both', async () => {
  const file = vector('keytool-key-password.jks')
  expect(await refusalOf(add('KEYSTORE', file, 'store-secret'))).toMatch(/^KEY_PASSWORD: .*a password of its own/)
  await inventory.call('addCertificate', {
    fileType: 'KEYSTORE',
    File: fileOf(file),
    PASSWORD: 'store-secret',
    KEY_PASSWORD: 'key-secret',
  })
  expect(await hasKey('own-password.example.com')).toBe(true)
})

describe('a certificate file', () => {
  test.each([
    ['PEM', vector('leaf.pem')],
    ['DER', vector('leaf.der')],
    ['bare base64', Buffer.from(vector('leaf.der')).toString('base64')],
    ['PEM with what openssl writes around it', `Certificate:\n    Data:\n\n${pem('leaf.pem').toString()}\n# end\n`],
  ])('in %s brings its certificate', async (_, content) => {
    expect(await messageOf(add('CERTFILE', content))).toBe(`${leaf} was added.`)
    expect(await names()).toEqual(['www.example.com'])
  })

  test.each([
    ['P7B', vector('chain.p7b')],
    ['P7B as PEM', vector('chain-pem.p7b')],
    ['PEM', pem('root.pem', 'leaf.pem', 'intermediate.pem')],
  ])('with a chain in %s brings all of it, and is about the leaf', async (_, content) => {
    expect(await messageOf(add('CERTFILE', content))).toMatch(
      /^The certificate “www.example.com” \(serial number FF01\) was added; also added: “Acme /,
    )
    expect(new Set(await names())).toEqual(new Set(['www.example.com', 'Acme Intermediate', 'Acme Root']))
  })

  test('that is known is not added again', async () => {
    await add('CERTFILE', pem('leaf.pem', 'root.pem'))
    expect(await messageOf(add('CERTFILE', vector('leaf.der')))).toBe(`${leaf} was there already.`)
    expect(await messageOf(add('CERTFILE', vector('chain.p7b')))).toBe(
      `${leaf} was there already; also added: “Acme Intermediate”; there already: “Acme Root”.`,
    )
    expect(await names()).toHaveLength(3)
  })

  test('with its private key brings the key, also to a certificate that was there without', async () => {
    await add('CERTFILE', vector('leaf.pem'))
    expect(await hasKey('www.example.com')).toBe(false)
    expect(await messageOf(add('CERTFILE', pem('leaf.key', 'leaf.pem')))).toBe(
      `${leaf} was there already and gained its private key.`,
    )
    expect(await hasKey('www.example.com')).toBe(true)
    expect(await messageOf(add('CERTFILE', pem('leaf.pem', 'leaf.key')))).toBe(`${leaf} was there already.`)
  })

  test('with an encrypted private key brings the key if PASSWORD opens it, and says so if there is none', async () => {
    await add('CERTFILE', pem('leaf.pem', 'leaf.key'))
    const which = { common_name: 'www.example.com', serial_number: 'FF01' }
    const { bytes } = await inventory.download('getCertificate', { ...which, fileType: 'KEY' })
    const { details } = await inventory.call('getCertificatePassphrase', which)
    const { Passphrase } = details as { Passphrase: string }
    await world.parts.db.deleteFrom('key_certificate').execute()
    const file = Buffer.concat([vector('leaf.pem'), bytes])
    expect(await messageOf(add('CERTFILE', file))).toBe(
      `${leaf} was added; private keys left behind, encrypted or without a certificate: 1.`,
    )
    expect(await refusalOf(add('CERTFILE', file, 'wrong'))).toBe('PASSWORD: Incorrect passphrase for this file')
    expect(await messageOf(add('CERTFILE', file, Passphrase))).toMatch(/gained its private key/)
  })

  test.each([
    ['a private key of something else', pem('leaf.pem', 'rsa.key'), /^File: A private key in the file matches none/],
    ['a request', vector('rsa.csr'), /^File: This is a signing request.* import it as a request/],
    ['a revocation list', vector('root.crl'), /^File: There is no certificate.* only a revocation list/],
    ['a key store', vector('default.p12'), /^File: This is a private key or a key store; choose a certificate file/],
    ['a key alone', vector('rsa.key'), /^File: There is no certificate.* only a private key; choose the certificate/],
    ['nothing', '', /^File: This is not a certificate file/],
    ['prose', 'Dear Sir or Madam', /^File: This is not a certificate file/],
    ['half a certificate', vector('leaf.der').subarray(0, 300), /^File: /],
    ['a file over 1 MiB', Buffer.alloc(1024 * 1024 + 1, 'x'), /^File: The file is larger than 1 MiB/],
  ])('with %s is refused, and nothing is kept', async (_, content, reason) => {
    expect(await refusalOf(add('CERTFILE', content))).toMatch(reason)
    expect(await names()).toEqual([])
  })
})

const mismatched = {
  alias: 'mixed up',
  privateKey: readKeyFile(vector('rsa.key'), ''),
  chain: [certificateVector('leaf.pem')],
}

describe('a key store', () => {
  test.each([
    ['default.p12', passwords.usual],
    ['default-utf8.p12', passwords.accented],
    ['legacy-rc2-40.p12', passwords.usual],
    ['legacy-rc2-40-utf8.p12', passwords.accented],
    ['rc2-128.p12', passwords.usual],
    ['3des.p12', passwords.usual],
    ['plain.p12', passwords.usual],
    ['no-mac.p12', passwords.usual],
    ['keytool.p12', passwords.usual],
    ['keytool-legacy.p12', passwords.usual],
    ['keytool.jks', passwords.usual],
    ['keytool-utf8.jks', passwords.accentedJks],
    ['keytool.jceks', passwords.usual],
  ])('%s brings the key with its chain, and its password becomes the passphrase', async (name, password) => {
    expect(await messageOf(add('KEYSTORE', vector(name), password))).toMatch(
      /^The certificate “host.example.com” \(serial number 77\) was added with its private key; also added: “Acme /,
    )
    expect(await names()).toHaveLength(3)
    const which = { common_name: 'host.example.com', serial_number: '77' }
    expect(await inventory.call('getCertificatePassphrase', which)).toMatchObject({ details: { Passphrase: password } })
  })

  test('in PEM brings its key and chain too, for that is how a store of the type PEM is exported', async () => {
    await add('KEYSTORE', pem('leaf.key', 'leaf.pem', 'intermediate.pem'), '')
    const which = { common_name: 'www.example.com', serial_number: 'FF01' }
    const store = await inventory.download('getCertificateKeyStore', which)
    const { details } = await inventory.call('getCertificatePassphrase', which)
    await world.parts.db.deleteFrom('key_certificate').execute()
    expect(await refusalOf(add('KEYSTORE', store.bytes, ''))).toMatch(/^PASSWORD: .*protected by a passphrase/)
    expect(await messageOf(add('KEYSTORE', store.bytes, (details as { Passphrase: string }).Passphrase))).toBe(
      `${leaf} was added with its private key; also added: “Acme Intermediate”.`,
    )
  })

  test('brings its key to a certificate that was there already', async () => {
    await add('KEYSTORE', vector('default.p12'), passwords.usual)
    expect(await messageOf(add('KEYSTORE', vector('keytool.jks'), passwords.usual))).toBe(
      `${host} was there already; there already: “Acme Intermediate”, “Acme Root”.`,
    )
    const { db } = world.parts
    await db.updateTable('key_certificate').set({ sealed_key: null, sealed_passphrase: null }).execute()
    expect(await messageOf(add('KEYSTORE', vector('keytool.jks'), passwords.usual))).toMatch(/gained its private key/)
    expect(await hasKey('host.example.com')).toBe(true)
  })

  test.each([
    ['a wrong password', vector('default.p12'), 'wrong', /^PASSWORD: Incorrect passphrase/],
    ['a wrong password for JKS', vector('keytool.jks'), 'wrong', /^PASSWORD: Incorrect passphrase/],
    ['no password', vector('default.p12'), undefined, /^PASSWORD: .*protected by a passphrase/],
    ['a certificate in its place', vector('leaf.pem'), 'x', /^File: There is no private key in this file/],
    ['a binary certificate in its place', vector('leaf.der'), 'x', /^File: /],
    ['nothing', '', 'x', /^File: This is not a PKCS#12 or JKS key store/],
    [
      'a key of another certificate',
      writeJks(mismatched, 'x'),
      'x',
      /^File: The key of the entry "mixed up" does not match/,
    ],
    ['a key alone', writePkcs12({ ...mismatched, chain: [] }, 'x', 'legacy'), 'x', /^File: There is no certificate/],
  ])('with %s is refused, and nothing is kept', async (_, content, password, reason) => {
    expect(await refusalOf(add('KEYSTORE', content, password))).toMatch(reason)
    expect(await names()).toEqual([])
  })
})

test('the audit names what was imported, and never the password', async () => {
  await add('KEYSTORE', vector('default.p12'), passwords.usual)
  const [last] = (await world.audit()).toReversed()
  expect(last).toMatchObject({ operation: 'addCertificate', username: 'admin' })
  expect(last?.description).toMatch(
    /^The certificate “host.example.com” \(serial number 77\) was added with its private/,
  )
  const stored = await world.stored()
  expect(stored.includes(passwords.usual)).toBe(false)
})
