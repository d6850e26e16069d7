// A request goes to an authority elsewhere; what comes back meets the key that stayed here.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateRows } from '#contract/keys/certificates.ts'
import { requestFileRows } from '#contract/keys/requests.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { requestFileHandlers } from '#services/keys/issuing/request-file.ts'
import { isInstalled, run } from '../../crypto/run-tool.ts'
import { type IssuingWorld, pemOf, startIssuingWorld } from './issuing-world.ts'
import { fileOf } from './key-world.ts'

let world: IssuingWorld
/** Another server: the authority elsewhere. */
let elsewhere: IssuingWorld
beforeAll(async () => {
  world = await startIssuingWorld()
  elsewhere = await startIssuingWorld()
})
afterAll(async () => {
  await world.stop()
  await elsewhere.stop()
})

const rows = { ...certificateRows, ...requestFileRows }
const inventory = () => world.serve(rows, { ...certificateHandlers(world.parts), ...requestFileHandlers(world.parts) })
const csrOf = async (id: number) =>
  (await inventory().download('exportRequest', { CSR_ID: String(id), fileType: 'CSR' })).bytes
const add = async (content: string | Uint8Array) =>
  (await inventory().call('addCertificate', { fileType: 'CERTFILE', File: fileOf(content) })).Message as string
const answers = async () => (await inventory().call('listRequestAnswers', {})).details as Record<string, unknown>[]
const answersOf = async (id: number) => (await answers()).filter(({ CSR_ID }) => CSR_ID === id)

async function signedElsewhere(id: number) {
  await elsewhere.call('importRequest', { CSR: fileOf(await csrOf(id)) })
  const root = await elsewhere.root({ CNAME: 'Outside Root' })
  const certificate = await elsewhere.signBy(root, await elsewhere.newestRequest())
  return { certificate, pem: pemOf(certificate), chain: `${pemOf(root)}${pemOf(certificate)}` }
}
const keyStore = async ({ common_name, serial_number }: { common_name: string; serial_number: string }) => {
  const { bytes } = await inventory().download('getCertificateKeyStore', { common_name, serial_number })
  const { details } = await inventory().call('getCertificatePassphrase', { common_name, serial_number })
  return { bytes, passphrase: (details as { Passphrase: string }).Passphrase }
}

test('a certificate from elsewhere is joined with the key, passphrase and store type of its request', async () => {
  const id = await world.request({ CNAME: 'joined.example.com', PASSWORD: 'of the request', StoreType: 'JKS' })
  expect(await answersOf(id)).toEqual([])
  const { certificate, chain } = await signedElsewhere(id)

  expect(await add(chain)).toContain(`“joined.example.com” answers request ${id}`)

  expect(await answersOf(id)).toMatchObject([
    { commonName: 'joined.example.com', issuerName: 'Outside Root', hasPrivateKey: true },
  ])
  const { bytes, passphrase } = await keyStore(certificate)
  expect(passphrase).toBe('of the request')
  expect(bytes.subarray(0, 4).toString('hex'), 'a Java key store').toBe('feedfeed')
})

test('a certificate that was imported before its key was known gains the key', async () => {
  const id = await world.request({ CNAME: 'early.example.com' })
  const { pem } = await signedElsewhere(id)
  await add(pem)
  await world.parts.db
    .updateTable('key_certificate')
    .set({ sealed_key: null, sealed_passphrase: null })
    .where('common_name', '=', 'early.example.com')
    .execute()
  await world.parts.db.deleteFrom('key_request_answer').execute()

  expect(await add(pem)).toContain('was there already and gained its private key')
  expect(await answersOf(id)).toMatchObject([{ hasPrivateKey: true }])
})

test('requests of an earlier version are found, too', async () => {
  const id = await world.request({ CNAME: 'earlier-version.example.com' })
  await world.parts.db.updateTable('key_request').set({ public_key: null }).execute()
  const { pem } = await signedElsewhere(id)
  expect(await add(pem)).toContain(`answers request ${id}`)
})

test('two requests with one key are both named', async () => {
  const id = await world.request({ CNAME: 'twice.example.com' })
  await world.call('importRequest', { CSR: fileOf(await csrOf(id)) })
  const second = await world.newestRequest()
  const { pem } = await signedElsewhere(id)

  expect(await add(pem)).toContain(`“twice.example.com” answers requests ${second}, ${id}, which have the same key`)
  expect(await answersOf(id)).toHaveLength(1)
  expect(await answersOf(second)).toHaveLength(1)
})

test('a certificate that renews another one with the same key takes its key over', async () => {
  const id = await world.request({ CNAME: 'renewed.example.com' })
  const first = await signedElsewhere(id)
  await add(first.pem)
  await world.parts.db.deleteFrom('key_request').where('id', '=', id).execute()
  await elsewhere.call('importRequest', { CSR: fileOf(Buffer.from(await csrOfRow(elsewhere))) })
  const root = await elsewhere.root({ CNAME: 'Outside Root 2' })
  const second = await elsewhere.signBy(root, await elsewhere.newestRequest())

  expect(await add(pemOf(second))).toContain('was added with its private key')
  expect((await keyStore(second)).passphrase).toBe((await keyStore(first.certificate)).passphrase)
})

/** The newest request of a server, as a file. */
async function csrOfRow({ parts }: IssuingWorld) {
  const { der } = await parts.db.selectFrom('key_request').select('der').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return Buffer.from(der, 'base64')
}

test('a certificate with another key answers nothing and stays without one', async () => {
  const outside = await elsewhere.request({ CNAME: 'foreign.example.com' })
  const root = await elsewhere.root({ CNAME: 'Outside Root 3' })
  const foreign = await elsewhere.signBy(root, outside)
  const before = await answers()

  expect(await add(pemOf(foreign))).not.toContain('answers')
  expect(await answers()).toEqual(before)
  const { details } = await inventory().call('getCertificateDetails', { common_name: 'foreign.example.com' })
  expect(details).toMatchObject([{ endpoint: { PrivateKey: false } }])
})

test('what is signed here is an answer, too, and a later one comes before it', async () => {
  const id = await world.request({ CNAME: 'signed-here.example.com' })
  const root = await world.root({ CNAME: 'Root here' })
  const first = await world.signBy(root, id)
  const second = await world.signBy(root, id)
  expect((await answersOf(id)).map(({ CertID }) => CertID)).toEqual([second.id, first.id])
})

test.skipIf(!isInstalled('openssl'))('an openssl authority signs; openssl opens what is exported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'))
  const at = (name: string) => join(folder, name)
  const id = await world.request({ CNAME: 'openssl.example.com', ALG: 'RSA', LEN: '2048', PASSWORD: 'exported' })
  await writeFile(at('request.csr'), await csrOf(id))
  const root = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=OpenSSL Root', '-days', '30']
  run('openssl', ['req', '-x509', ...root, '-keyout', at('root.key'), '-out', at('root.pem')])
  const by = ['-CA', at('root.pem'), '-CAkey', at('root.key'), '-days', '10', '-set_serial', '4711']
  run('openssl', ['x509', '-req', '-in', at('request.csr'), ...by, '-out', at('answer.pem')])

  expect(await add(await readFile(at('answer.pem')))).toContain(`answers request ${id}`)
  const { bytes } = await keyStore({ common_name: 'openssl.example.com', serial_number: '1267' })
  await writeFile(at('store.p12'), bytes)
  await writeFile(
    at('all.pem'),
    run('openssl', ['pkcs12', '-in', at('store.p12'), '-passin', 'pass:exported', '-nodes']),
  )
  expect(run('openssl', ['pkey', '-in', at('all.pem'), '-pubout'])).toBe(
    run('openssl', ['x509', '-in', at('answer.pem'), '-noout', '-pubkey']),
  )
  await rm(folder, { recursive: true })
})
