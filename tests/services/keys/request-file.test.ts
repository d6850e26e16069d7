// A request leaves the service as the file that it is, and its key never does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFileRows } from '#contract/keys/requests.ts'
import { summarizeRequest } from '#crypto/x509/request.ts'
import { requestFileHandlers } from '#services/keys/issuing/request-file.ts'
import { requestBytes, requireRequest } from '#services/keys/issuing/request-store.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'
import { refusalOf } from './key-world.ts'

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
  await expect(files().download('exportRequest', { CSR_ID: '1', fileType: 'PrivateKey' })).rejects.toThrow('fileType')
})
