import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConnections } from '#proxy/connections/read-connections.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-connections-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function read(connections: unknown, variables: NodeJS.ProcessEnv = {}) {
  const path = join(folder, 'connections.json')
  await writeFile(path, typeof connections === 'string' ? connections : JSON.stringify({ connections }))
  return readConnections(path, variables)
}
const mdm = { name: 'hq', service: 'mdm', base_url: 'https://mdm.example.com:8383' }

test('a connection is an address, how its server differs, and where its secret is kept', async () => {
  await writeFile(join(folder, 'key'), 'secret-of-the-file\n')
  await writeFile(join(folder, 'ca.pem'), 'PEM')
  const [first, second] = await read(
    [
      { ...mdm, dialect: { prefix: '/api/v1/mdm' }, credential: { env: 'HQ_KEY' } },
      { ...mdm, service: 'keys', credential: { file: 'key' }, ca_file: 'ca.pem' },
    ],
    { HQ_KEY: 'secret-of-the-environment' },
  )
  expect(first).toMatchObject({ name: 'hq', service: 'mdm', dialect: { prefix: '/api/v1/mdm', version: '1.3' } })
  expect(first?.baseUrl.href).toBe('https://mdm.example.com:8383/')
  expect(await first?.credential?.()).toBe('secret-of-the-environment')
  expect(await second?.credential?.()).toBe('secret-of-the-file')
  expect(second?.ca).toBe('PEM')
})

describe('what is wrong is said in one line, with its place', () => {
  test.each([
    ['{', 'is not JSON'],
    [[], 'connections'],
    [[{ ...mdm, name: 'Head Quarters' }], 'connections.0.name must be lower-case'],
    [[{ ...mdm, base_url: 'ftp://x' }], 'connections.0.base_url must be an address'],
    [[mdm, { ...mdm, service: 'phones' }], 'connections.1.service'],
    [[{ ...mdm, credential: 'secret' }], 'secrets do not stand in this file'],
    [[{ ...mdm, credential: { env: 'MISSING' } }], 'the environment has no MISSING'],
    [[{ ...mdm, credential: { file: 'missing' } }], 'the file cannot be read (ENOENT)'],
    [[{ ...mdm, ca_file: 'missing.pem' }], 'ca_file: the file cannot be read (ENOENT)'],
    [[{ ...mdm, dialect: { pageBase: 2 } }], 'connections.0.dialect.pageBase'],
    [[{ ...mdm, prefix: '/x' }], 'Unrecognized key: "prefix"'],
  ])('%j', async (connections, message) => {
    const error = await read(connections).catch((thrown: unknown) => thrown as Error)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toMatch(/\n/)
  })
})
