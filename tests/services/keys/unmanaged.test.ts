import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unmanagedRows } from '#contract/keys/certificates.ts'
import { unmanagedHandlers } from '#services/keys/certificates/unmanaged-handlers.ts'
import { passwords, vector } from '../../crypto/x509/vectors.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { certificateWorld } from './certificate-world.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  if (!noPostgres) postgres = await startPostgres()
}, 120_000)
afterAll(() => postgres?.stop())

const databases = ['SQLite', ...(noPostgres ? [] : ['PostgreSQL'])]

describe.each(databases)('key stores that nobody manages, on %s', (kind) => {
  let world: KeyWorld
  let unmanaged: ReturnType<typeof serve>
  let inventory: ReturnType<typeof certificateWorld>
  const serve = () => world.serve(unmanagedRows, unmanagedHandlers(world.parts))
  beforeAll(async () => {
    const url = kind === 'PostgreSQL' ? await postgres?.createDatabase('unmanaged') : undefined
    world = await startKeyWorld(url ? { url } : {})
    unmanaged = serve()
    inventory = certificateWorld(world)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    const { db, sharedPath } = world.parts
    await rm(sharedPath, { recursive: true, force: true })
    await mkdir(sharedPath)
    for (const table of ['key_certificate', 'key_managed_entry'] as const) await db.deleteFrom(table).execute()
  })

  const share = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(world.parts.sharedPath, name), content)
  }
  const listed = async (type = 'sharedpath') => {
    const answer = await unmanaged.call('listUnmanagedCertificates', { type })
    const [row = {}] = answer.details as object[]
    expect(answer.totalRows).toBe(Object.keys(row).length)
    return row
  }
  const importAll = (list: object | string, part = 'File') =>
    unmanaged.call('importUnmanagedCertificates', {
      [part]: fileOf(typeof list === 'string' ? list : JSON.stringify(list), 'passwords.txt'),
    })

  test('are listed by their content, with a number for each entry', async () => {
    await share('web.p12', vector('default.p12'))
    await share('java store', vector('keytool.jks'))
    await share('old.txt', vector('keytool.jceks'))
    await share('leaf.p12', vector('leaf.der'))
    await share('notes.jks', 'not a key store')
    await share('empty.p12', '')
    const answer = await unmanaged.call('listUnmanagedCertificates', { type: 'sharedpath' })
    expect(answer).toMatchObject({ name: 'getUnmanagedCertList', result: { status: 'Success' }, totalRows: 5 })
    expect(answer.details).toEqual([
      {
        'java store::1': '<password>',
        'java store::2': '<password>',
        'old.txt::1': '<password>',
        'old.txt::2': '<password>',
        'web.p12::1': '<password>',
      },
    ])
  })

  test('are looked for one folder deep, and never behind a link', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'triptych-elsewhere-'))
    try {
      await mkdir(join(world.parts.sharedPath, 'team/deeper'), { recursive: true })
      await share('team/a.p12', vector('default.p12'))
      await share('team/deeper/b.p12', vector('default.p12'))
      await writeFile(join(elsewhere, 'c.p12'), vector('default.p12'))
      await symlink(join(elsewhere, 'c.p12'), join(world.parts.sharedPath, 'c.p12'))
      await symlink(elsewhere, join(world.parts.sharedPath, 'linked'))
      execFileSync('mkfifo', [join(world.parts.sharedPath, 'pipe.p12')])
      expect(await listed()).toEqual({ 'team/a.p12::1': '<password>' })
      const answer = importAll({ 'linked/c.p12::1': passwords.usual, '../elsewhere/c.p12::1': passwords.usual })
      expect(await refusalOf(answer)).toMatch(/^File: 0 of 2 key stores imported/)
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  })

  test('are none behind a load balancer, and none where there is no folder', async () => {
    expect(await listed('loadbalancer')).toEqual({})
    await rm(world.parts.sharedPath, { recursive: true })
    expect(await listed()).toEqual({})
    await expect(unmanaged.call('listUnmanagedCertificates', { type: 'elsewhere' })).rejects.toThrow(/type/)
  })

  test('are listed up to a thousand', async () => {
    await mkdir(join(world.parts.sharedPath, 'more'))
    const name = (index: number) => `${index % 2 ? 'more/' : ''}${index}.p12`
    await Promise.all(Array.from({ length: 1100 }, (_, index) => share(name(index), vector('default.p12'))))
    expect(Object.keys(await listed())).toHaveLength(1000)
  })

  test('with a name that means something elsewhere are listed and imported all the same', async () => {
    const names = ['__proto__', 'constructor', 'a::2', 'päss 💥.p12', '"quoted" \n.p12', '::1']
    for (const name of names) await share(name, vector('default.p12'))
    const list = await listed()
    expect(Object.keys(list).toSorted()).toEqual(names.map((name) => `${name}::1`).toSorted())
    const filled = Object.fromEntries(Object.keys(list).map((name) => [name, passwords.usual]))
    const { ImportedCertificate } = await importAll(filled)
    expect((ImportedCertificate as string[]).toSorted()).toEqual(names.toSorted())
    expect(await listed()).toEqual({})
  })

  test('are managed from the import on, until the file or the inventory changes', async () => {
    await share('web.p12', vector('default.p12'))
    await share('java.jks', vector('keytool.jks'))
    const list = await listed()
    // keytool wrote the trusted root first, then the key
    const answer = await importAll({ ...list, 'web.p12::1': passwords.usual, 'java.jks::2': passwords.usual })
    expect(answer).toEqual({
      Status: 'Success',
      Message: '2 of 2 key stores imported',
      ImportedCertificate: ['java.jks', 'web.p12'],
    })
    expect(await listed()).toEqual({}) // the trusted root is part of the chain in the other file
    const [detail] = await inventory.details('host.example.com')
    expect(detail?.endpoint.PrivateKey).toBe(true)
    expect(await inventory.passphrase({ common_name: 'host.example.com', serial_number: '77' })).toBe(passwords.usual)

    await inventory.call('deleteCertificate', { common_name: 'host.example.com' })
    expect(Object.keys(await listed())).toEqual(['java.jks::2', 'web.p12::1'])
    await importAll({ 'web.p12::1': passwords.usual })
    expect(await listed()).toEqual({})
    await share('web.p12', vector('aes-128.p12'))
    expect(Object.keys(await listed())).toEqual(['web.p12::1'])
  })

  test('whose key is no longer kept are listed again', async () => {
    await share('web.p12', vector('default.p12'))
    await importAll({ 'web.p12::1': passwords.usual })
    expect(await listed()).toEqual({})
    await world.parts.db.updateTable('key_certificate').set({ sealed_key: null }).execute()
    expect(await listed()).toEqual({ 'web.p12::1': '<password>' })
  })

  test('that somebody has uploaded are managed too', async () => {
    await share('java.jks', vector('keytool.jks'))
    await share('web.p12', vector('default.p12'))
    await inventory.add('KEYSTORE', vector('default.p12'), passwords.usual)
    expect(await listed()).toEqual({})
  })

  test('with a wrong password cost only themselves, and the answer says which', async () => {
    await share('good.p12', vector('default.p12'))
    await share('bad.p12', vector('3des.p12'))
    await share('java.jks', vector('keytool.jks'))
    const answer = await importAll({
      'bad.p12::1': 'wrong',
      'gone.p12::1': 'x',
      'good.p12::1': passwords.usual,
      'java.jks::7': passwords.usual,
    })
    expect(answer.Status).toBe('Success')
    expect(answer.ImportedCertificate).toEqual(['good.p12'])
    expect(answer.Message).toMatch(
      /^1 of 4 key stores imported\. Not imported: "bad.p12::1": password: Incorrect passphrase/,
    )
    expect(answer.Message).toContain('"java.jks::7": the file has no entry 7')
    expect(answer.Message).toContain('"gone.p12::1": not among the unmanaged key stores')
    expect(Object.keys(await listed())).toEqual(['bad.p12::1']) // what is in java.jks came with good.p12
    expect(await refusalOf(importAll({ 'bad.p12::1': 'wrong' }))).toMatch(/^File: 0 of 1 key stores imported/)
  })

  test.each([
    ['no JSON', 'web.p12::1=secret-word', /^File: It must be the JSON object/],
    ['half of it', '{"web.p12::1": "secret-word', /^File: It must be the JSON object/],
    ['a list', '[{"web.p12::1": "secret-word"}]', /^File: It must be the JSON object/],
    ['no text', Buffer.of(0xff, 0xfe).toString('latin1'), /^File: It must be/],
    ['depth without end', '['.repeat(200_000), /^File: It must be the JSON object/],
    ['depth in its place', `{"a::1":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /^File: /],
    ['a name without a number', '{"web.p12": "secret-word"}', /^File: "web.p12" is not <file_name>::<number>/],
    [
      'a number as password',
      '{"web.p12::1": 12345678901234567890}',
      /^File: The password of "web.p12::1" must be text/,
    ],
    ['nothing filled in', '{"web.p12::1": "<password>"}', /^File: It contains no passwords/],
    ['nothing at all', '{}', /^File: It contains no passwords/],
  ])('are not imported from a list of %s, and the answer does not repeat it', async (_, list, reason) => {
    const refusal = await refusalOf(importAll(list))
    expect(refusal).toMatch(reason)
    expect(refusal).not.toContain('secret-word')
  })

  test('leave their passwords neither in the audit nor in the folder, nor in the list that was sent', async () => {
    await share('web.p12', vector('default.p12'))
    const File = fileOf(`\ufeff${JSON.stringify({ 'web.p12::1': passwords.usual })}`)
    await unmanaged.call('importUnmanagedCertificates', { File })
    expect(Buffer.from(File.bytes).every((byte) => byte === 0)).toBe(true)
    expect((await world.audit()).at(-1)).toMatchObject({
      operation: 'discoverUnmanagedCert',
      description: expect.stringMatching(
        /^Key store "web.p12::1" imported: The certificate “host.example.com”/,
      ) as unknown,
    })
    const rows = JSON.stringify(await world.audit())
    expect(rows).not.toContain(passwords.usual)
    expect((await world.stored()).includes(passwords.usual)).toBe(false)
  })
})
