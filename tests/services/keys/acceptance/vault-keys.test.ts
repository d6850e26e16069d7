// getAllKeyStoreKeys to updateKeyStoreKey, as another program sees them: what comes out is what went in, byte for byte.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from './wire-calls.ts'
import { startWire, type Wire } from './wire.ts'

let wire: Wire
beforeAll(async () => {
  wire = await startWire()
})
afterAll(() => wire.stop())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const fields = { description: 'Für Köln', datacenter: 'Köln 1', passphrase: 'of the vault', keyType: 'AES' }
const listed = async () =>
  ((await wire.get('getAllKeyStoreKeys')).json() as unknown as { details: Record<string, unknown>[] }).details

test('a file of 1 MiB comes back with the same SHA-256, is replaced under its id, and deleted', async () => {
  const [first, second] = [randomBytes(1024 * 1024), Buffer.from([0, 13, 10, 26, 255])]
  const add = { keyName: 'wrapping key', ...fields, instanceName: 'i-1' }
  const added = await wire.upload('addKeyStoreKey', add, { File: first })
  expect([added.status, added.json()]).toEqual([200, { Status: 'Success', Message: 'Key added successfully' }])
  const [row, ...others] = await listed()
  expect(others).toEqual([])
  expect(row).toEqual({
    'Key Name': 'wrapping key',
    Description: 'Für Köln',
    Datacenter: 'Köln 1',
    'Instance Name': 'i-1',
    'Key Type': 'AES',
    'Created By': 'admin',
    'Created Time': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    'Key Store ID': expect.any(Number) as number,
  })
  const exported = await wire.post('exportKeyStoreKey', { keyName: 'wrapping key' })
  expect(sha256(exported.bytes)).toBe(sha256(first))
  expect(exported.headers['content-length']).toBe(String(first.length))

  const update = { keyName: 'wrapping key', description: 'Another' }
  const updated = await wire.upload('updateKeyStoreKey', update, { File: second })
  expect(updated.json()).toEqual({ Status: 'Success', Message: 'Key updated successfully' })
  expect((await wire.post('exportKeyStoreKey', { keyName: 'wrapping key' })).bytes).toEqual(second)
  expect(await listed()).toEqual([{ ...row, Description: 'Another' }])

  const deleted = await wire.remove('deleteKeyStoreKey', { keyName: 'wrapping key' })
  expect(deleted.json()).toEqual(done('DeleteKeyStoreKey', 'Key deleted successfully'))
  expect(await listed()).toEqual([])
  expect(await wire.audited('addKeyStoreKey')).toEqual(['Vault key “wrapping key” added'])
  expect(await wire.audited('updateKeyStoreKey')).toEqual(['Vault key “wrapping key” replaced: version 2'])
  expect(await wire.audited('exportKeyStoreKey')).toHaveLength(2)
  expect(await wire.audited('deleteKeyStoreKey')).toEqual(['Vault key “wrapping key” deleted'])
})

test('a refusal is capitalized where the answer is', async () => {
  const failed = (field: string) => ({ Status: 'Failed', Message: expect.stringMatching(field) as unknown })
  const upload = async (name: string, details: object, files: Record<string, string>) =>
    (await wire.upload(name, details as Record<string, unknown>, files)).json()
  expect(await upload('addKeyStoreKey', { keyName: 'a' }, {})).toEqual(failed('File'))
  expect(await upload('addKeyStoreKey', { keyName: 'a' }, { File: '' })).toEqual(failed('^File: '))
  expect(await upload('addKeyStoreKey', { keyName: ' a' }, { File: 'x' })).toEqual(failed('^keyName: '))
  expect(await upload('updateKeyStoreKey', { keyName: 'nobody' }, { File: 'x' })).toEqual(failed('^keyName: '))
  await upload('addKeyStoreKey', { keyName: '__proto__' }, { File: 'x' })
  expect(await upload('addKeyStoreKey', { keyName: '__proto__' }, { File: 'x' })).toEqual(failed('^keyName: '))
  expect(await listed()).toMatchObject([{ 'Key Name': '__proto__' }])
  for (const [method, name] of [
    ['post', 'exportKeyStoreKey'],
    ['remove', 'deleteKeyStoreKey'],
  ] as const) {
    const { json } = await wire[method](name, { keyName: 'nobody' })
    expect(json()).toMatchObject({
      result: { status: 'Failed', message: expect.stringMatching(/^keyName: /) as unknown },
    })
  }
})

test('a file of more than 1 MiB is too large, a part of another name is none of the operation', async () => {
  const large = await wire.upload('addKeyStoreKey', { keyName: 'l' }, { File: new Uint8Array(1024 * 1024 + 1) })
  expect([large.status, large.json()]).toEqual([413, { Status: 'Failed', Message: expect.any(String) as unknown }])
  for (const name of ['file', 'FILE', 'Key']) {
    expect([name, (await wire.upload('addKeyStoreKey', { keyName: 'l' }, { [name]: 'x' })).status]).toEqual([name, 400])
  }
})
