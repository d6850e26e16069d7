// A request leaves the service as the file that it is; its key leaves it encrypted, and the audit knows.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateRows } from '#contract/keys/certificates.ts'
import { requestFileRows } from '#contract/keys/requests.ts'
import { keyDigest } from '#crypto/private-key/key-digest.ts'
import { summarizeRequest } from '#crypto/x509/request.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { requestFileHandlers } from '#services/keys/issuing/request-file.ts'
import { requestBytes, requireRequest } from '#services/keys/issuing/request-store.ts'
import { vector } from '../../crypto/x509/vectors.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'
import { fileOf, refusalOf } from './key-world.ts'

let world: IssuingWorld
beforeAll(async () => {
  world = await startIssuingWorld()
})
afterAll(() => world.stop())

const files = () => world.serve(requestFileRows, requestFileHandlers(world.parts))

test('the file is the request, under its name, and nothing else', async () => {
  const id = await world.request({ CNAME: '*.example.com', ALT_NAMES: '*.example.com,10.0.0.1' })
  const { name, bytes } = await files().download('exportRequest', { CSR_ID: String(id), fileType: 'CSR' })
  expect(name).toBe('wildcard.example.com.csr')
  const text = bytes.toString()
  expect(text.match(/-----BEGIN [A-Z ]+-----/g)).toEqual(['-----BEGIN CERTIFICATE REQUEST-----'])
  const der = Buffer.from(text.split('\n').slice(1, -2).join(''), 'base64')
  expect(der).toEqual(Buffer.from(requestBytes(await requireRequest(world.parts.db, String(id)))))
  expect(summarizeRequest(der).alternativeNames.map(({ value }) => value)).toEqual(['*.example.com', '10.0.0.1'])
})

test('a request that is not there is refused by its number, and no other file is given', async () => {
  expect(await refusalOf(files().download('exportRequest', { CSR_ID: '999', fileType: 'CSR' }))).toContain('CSR_ID')
  await expect(files().download('exportRequest', { CSR_ID: '1', fileType: 'KeyStore' })).rejects.toThrow('fileType')
})

test('the private key is that of the request, encrypted with its password', async () => {
  const id = await world.request({ CNAME: 'key.example.com', ALG: 'EC', PASSWORD: 'Quiet-Harbor-42' })
  const { name, bytes } = await files().download('exportRequest', { CSR_ID: String(id), fileType: 'PrivateKey' })
  expect(name).toBe('key.example.com.key')
  expect(bytes.toString()).toContain('-----BEGIN ENCRYPTED PRIVATE KEY-----')
  expect(() => createPrivateKey({ key: bytes, passphrase: 'another' })).toThrow()
  const key = createPrivateKey({ key: bytes, passphrase: 'Quiet-Harbor-42' })
  const request = summarizeRequest(requestBytes(await requireRequest(world.parts.db, String(id))))
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  expect(keyDigest(request.publicKey)).toBe(keyDigest(new Uint8Array(spki)))
})

test('a request is deleted with its key, unless an authority elsewhere still has an order of it', async () => {
  const CSR_ID = String(await world.request({ CNAME: 'gone.example.com' }))
  const { db } = world.parts
  const order = { request_id: Number(CSR_ID), server: 'Public CA', challenge: 'http-01', url: '', challenges: '[]' }
  await db
    .insertInto('key_acme_request')
    .values({ ...order, status: 'pending', ordered_at: 1 })
    .execute()
  expect(await refusalOf(files().call('deleteRequest', { CSR_ID }))).toContain('An order of it is not finished')
  await db.updateTable('key_acme_request').set({ status: 'valid' }).execute()
  const renewal = { request_id: Number(CSR_ID), share: 1, set_by: 'ada', set_at: 1, next_at: 1, failures: 0 }
  await db.insertInto('key_acme_renewal').values(renewal).execute()
  expect(await refusalOf(files().call('deleteRequest', { CSR_ID }))).toContain('renewed automatically')
  await db.deleteFrom('key_acme_renewal').execute()
  expect(await files().call('deleteRequest', { CSR_ID })).toMatchObject({ result: { status: 'Success' } })
  expect(await refusalOf(files().call('deleteRequest', { CSR_ID }))).toContain('no request')
  expect(await db.selectFrom('key_acme_request').selectAll().execute()).toEqual([])
  const said = await db.selectFrom('key_audit').select('description').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(said.description).toContain('“gone.example.com” deleted')
})

test('of a request that was imported without its key there is none to export', async () => {
  await world.call('importRequest', { CSR: fileOf(vector('ec.csr')) })
  const id = await world.newestRequest()
  const asked = files().download('exportRequest', { CSR_ID: String(id), fileType: 'PrivateKey' })
  expect(await refusalOf(asked)).toContain('not stored here')
})

test('a URI with a comma is one name from the request to the details of the certificate', async () => {
  const CNAME = 'comma.example.com'
  await world.call('createCertificate', { CNAME, ALG: 'EC', ALT_NAMES: 'URI:https://comma.example.com/a\\,b' })
  const { sha256, serial_number } = await world.newest(CNAME)
  expect(sha256).toBeTruthy()
  const inventory = world.serve(certificateRows, certificateHandlers(world.parts))
  const { details } = await inventory.call('getCertificateDetails', { common_name: CNAME, serial_number })
  const [{ endpoint } = { endpoint: { Sans: '' } }] = details as { endpoint: { Sans: string } }[]
  expect(endpoint.Sans.split(/(?<!\\),/)).toContain('https://comma.example.com/a\\,b')
})
