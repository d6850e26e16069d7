// getUnmanagedCertList and discoverUnmanagedCert: key stores that lie on the shared path, and a list with their passwords.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwords, vector } from '../../../crypto/x509/vectors.ts'
import { startWire, type Wire } from './wire.ts'

let wire: Wire
beforeAll(async () => {
  wire = await startWire()
  const shared = join(wire.running.folder, 'shared')
  await mkdir(join(shared, 'one'), { recursive: true })
  await writeFile(join(shared, 'default.p12'), vector('default.p12'))
  await writeFile(join(shared, 'one', 'odd::name 1.jks'), vector('keytool.jks'))
  await writeFile(join(shared, 'readme.txt'), 'not a key store')
})
afterAll(() => wire.stop())

const listed = async (type: string) => (await wire.get('getUnmanagedCertList', { type })).json()
const listOfPasswords = (list: object) => ({ File: JSON.stringify(list) })

test('what is found is listed, and imported with its passwords by GET with a body and by POST', async () => {
  const { details, ...envelope } = (await listed('sharedpath')) as unknown as { details: [Record<string, string>] }
  const entries = Object.keys(details[0])
  expect(details).toHaveLength(1)
  expect(entries).toContain('default.p12::1')
  expect(entries.some((name) => name.startsWith('one/odd::name 1.jks::'))).toBe(true)
  expect(envelope).toMatchObject({ name: 'getUnmanagedCertList', totalRows: entries.length })
  expect(new Set(Object.values(details[0])).size).toBe(1)

  const none = await wire.upload('discoverUnmanagedCert', undefined, listOfPasswords(details[0]), 'GET')
  expect(none.json()).toEqual({ Status: 'Failed', Message: expect.stringMatching(/password/) as unknown })
  const wrong = listOfPasswords({ 'default.p12::1': 'wrong' })
  expect((await wire.upload('discoverUnmanagedCert', undefined, wrong, 'GET')).json()).toMatchObject({
    Status: 'Failed',
  })

  const right = listOfPasswords({ ...details[0], 'default.p12::1': passwords.usual })
  const byGet = await wire.upload('discoverUnmanagedCert', undefined, right, 'GET')
  expect([byGet.status, byGet.json()]).toEqual([
    200,
    { Status: 'Success', Message: expect.any(String) as unknown, ImportedCertificate: ['default.p12'] },
  ])
  const java = Object.fromEntries(
    entries.filter((name) => name.includes('.jks')).map((name) => [name, passwords.usual]),
  )
  const byPost = await wire.upload('discoverUnmanagedCert', undefined, { anything: JSON.stringify(java) })
  expect(byPost.json()).toMatchObject({ Status: 'Success', ImportedCertificate: ['one/odd::name 1.jks'] })

  expect((await listed('sharedpath')).totalRows).toBe(0)
  const told = await wire.get('getCertificatePassphrase', { common_name: 'host.example.com', serial_number: '77' })
  expect(told.json()).toMatchObject({ details: { Passphrase: passwords.usual } })
  expect(await wire.audited('discoverUnmanagedCert')).toContainEqual(expect.stringContaining('default.p12::1'))
})

test('no load balancer is connected; another type is refused; a list that is none is refused', async () => {
  expect((await listed('loadbalancer')).totalRows).toBe(0)
  for (const type of ['SharedPath', '', 'x']) {
    expect(await listed(type)).toMatchObject({
      result: { status: 'Failed', message: expect.stringContaining('type') as unknown },
    })
  }
  for (const text of ['', '[]', 'null', '{"a":1}', '{"../x.p12::1":"x"}', '{"default.p12::1":7}', '{', '\u0000']) {
    const { status, json } = await wire.upload('discoverUnmanagedCert', undefined, { File: text }, 'GET')
    expect([text, status, json()]).toEqual([
      text,
      200,
      { Status: 'Failed', Message: expect.stringMatching(/^File: /) as unknown },
    ])
  }
})
