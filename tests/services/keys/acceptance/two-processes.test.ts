// Two processes of key management on one database: what one makes the other uses, and their audit is one chain.
import { type ChildProcess, spawn } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rewriteSshKey } from '#crypto/ssh/ssh-key.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { startRunningHost } from '../ssh/running-host.ts'
import { tlsClient } from '../tls-client.ts'
import { wireCalls } from './wire-calls.ts'
import { apiKey, startWire, type Wire } from './wire.ts'
import { trustOf } from '../trust-host.ts'

describe.each(noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'])('two processes on %s', (kind) => {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let one: Wire
  let child: ChildProcess
  let otherClient: ReturnType<typeof tlsClient>
  let other: ReturnType<typeof wireCalls>
  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const url = await postgres?.createDatabase('keys')
    one = await startWire(url === undefined ? {} : { url })
    const script = fileURLToPath(new URL('start-process.ts', import.meta.url))
    child = spawn(process.execPath, [script, one.running.folder, url ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
    const [line] = (await once(lines, 'line')) as [string]
    const { origin } = JSON.parse(line.replace('started ', '')) as { origin: string }
    otherClient = tlsClient(origin, { ca: one.ca, key: apiKey })
    other = wireCalls(otherClient.ask)
  }, 120_000)
  afterAll(async () => {
    otherClient?.close()
    child?.kill('SIGTERM')
    if (child) expect(await once(child, 'exit')).toEqual([0, null])
    await one?.stop()
    await postgres?.stop()
  })

  const both = () => [one, other] as const
  type Audit = { details: { AUDITID: number; DESCRIPTION: string }[]; totalRows: number }
  const auditOf = async ({ get }: Pick<Wire, 'get'>) => (await get('getAuditDetails')).json() as unknown as Audit
  const problemOf = async ({ own }: Pick<Wire, 'own'>) =>
    (await own('verifyAudit')).json().details as { intact: boolean; problem: string }

  test('what one has made the other opens, signs and revokes', async () => {
    await one.post('createsshkey', { keyName: 'by one', passPhrase: 'of one', keyType: 'ed25519' })
    const { bytes } = await other.post('exportSSHKey', { keyName: 'by one' })
    const pkcs8 = rewriteSshKey(bytes, { passphrase: 'of one', format: 'pkcs8' })
    expect(createPrivateKey(pkcs8).asymmetricKeyType).toBe('ed25519')
    expect((await other.get('getSSHKeyPassphrase', { keyName: 'by one' })).text).toContain('"of one"')
    await other.upload('addKeyStoreKey', { keyName: 'by the other' }, { File: 'bytes' })
    expect((await one.post('exportKeyStoreKey', { keyName: 'by the other' })).text).toBe('bytes')

    const root = (await one.own('createAuthority', { CNAME: 'A Root', ALG: 'EC', LEN: '256' })).json().details as {
      serialNumber: string
    }
    await other.post('createCSR', { CNAME: 'a.example.com', ALG: 'EC', LEN: '256' })
    const { GeneratedList } = (await one.get('getCSRList')).json() as unknown as { GeneratedList: [{ CSR_ID: number }] }
    const by = {
      signType: 'signWithRoot',
      rootCertificateCommonName: 'A Root',
      rootCertificateSerialNumber: root.serialNumber,
    }
    const signed = await other.post('signCSR', { ...by, CSR_ID: String(GeneratedList[0].CSR_ID) })
    const { details } = signed.json() as unknown as { details: [{ serialNumber: string }] }
    const of = { common_name: 'a.example.com', serial_number: details[0].serialNumber }
    expect((await one.post('revokeEXTCACertificate', { ...of, revoke_reason: 6 })).text).toMatch(/is on hold/)
    expect((await other.post('revokeEXTCACertificate', { ...of, revoke_reason: 6 })).text).toMatch(/already on hold/)
    expect((await other.post('revokeEXTCACertificate', { ...of, revoke_reason: 7 })).text).toMatch(/no longer on hold/)
  })

  test('at the same time, each name is given once, and the audit is one chain', async () => {
    const before = (await auditOf(one)).totalRows
    const works = Array.from({ length: 8 }, (_, n) =>
      both().flatMap((wire) => [
        wire.post('createsshkey', { keyName: `contested ${n}`, keyType: 'ed25519' }),
        wire.upload('addKeyStoreKey', { keyName: `contested ${n}` }, { File: 'x' }),
        wire.post('createCertificate', { CNAME: `c${n}.example.com`, ALG: 'EC', LEN: '256' }),
      ]),
    )
    const answers = (await Promise.all(works.flat())).map(({ status, text }) => ({ status, text }))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const won = answers.filter(({ text }) => /"[Ss]tatus":"Success"/.test(text))
    expect(won).toHaveLength(8 + 8 + 16)
    const lost = answers.filter((answer) => !won.includes(answer))
    for (const { text } of lost) expect(text).toMatch(/keyName: /)
    const [mine, theirs] = await Promise.all(both().map(auditOf))
    expect(mine).toEqual(theirs)
    expect(mine?.totalRows).toBe(before + 32)
    expect(mine?.details.map(({ AUDITID }) => AUDITID)).toEqual(
      Array.from({ length: before + 32 }, (_, n) => before + 32 - n),
    )
    for (const wire of both()) expect(await problemOf(wire)).toMatchObject({ intact: true })
  })

  test('at the same time, they make one external authority and one PGP key of a user', async () => {
    await Promise.all(
      both().map((wire, n) => wire.post('createCSR', { CNAME: `e${n}.example.com`, ALG: 'EC', LEN: '256' })),
    )
    const { GeneratedList } = (await one.get('getCSRList')).json() as unknown as { GeneratedList: { CSR_ID: number }[] }
    const external = { serverName: 'localhost', caName: 'EXTCA', templateName: 'WebServer' }
    const sign = (wire: Pick<Wire, 'post'>, n: number) =>
      wire.post('signCSR', { ...external, CSR_ID: String(GeneratedList[n]?.CSR_ID) })
    for (const { text } of await Promise.all(both().map(sign))) expect(text).toContain('Success')
    for (const common_name of ['EXTCA', 'EXTCA Root']) {
      expect((await one.get('getCertificateDetails', { common_name })).json().totalRows).toBe(1)
    }
    const User = String.raw`ann\@example\.com`
    const halves = await Promise.all(both().map((wire) => wire.get('getPGPKey', { User, keyExportType: 'public' })))
    expect(halves[0]?.text).toBe(halves[1]?.text)
    expect(halves[0]?.text).toMatch(/^-----BEGIN PGP PUBLIC KEY BLOCK-----/)
  })

  test('they change the same files of a host one after the other, and lose nothing', async () => {
    await using host = await practiceHost(one)
    const { resourceName } = host
    const names = Array.from({ length: 16 }, (_, n) => `key ${n}`)
    for (const keyName of names) await one.post('createsshkey', { keyName, keyType: 'ed25519' })
    const all = async (apiName: string, some: string[]) => {
      const calls = some.map((keyName, n) =>
        (n % 2 ? one : other).post(apiName, { keyName, resourceName, userName: 'deploy' }),
      )
      for (const { text } of await Promise.all(calls)) expect(text).toContain('Success')
    }
    const opening = async () => {
      const { details } = (await one.get('getSSHkeysforuser', { userName: 'deploy', resourceName })).json()
      return (details as string).split(',').filter(Boolean).toSorted()
    }
    await all('associateKey', names)
    expect(await opening()).toEqual(names.toSorted())
    const [leaving, staying] = [names.slice(0, 8), names.slice(8)]
    await all('dissociateKey', leaving)
    expect(await opening()).toEqual(staying.toSorted())

    const paths = { certificatePath: '/root/site.crt', keyPath: '/root/site.key' }
    await one.own('addServer', { serverName: 'site', ResourceName: resourceName, userName: 'root', ...paths })
    const serials = await Promise.all(['x.example.com', 'y.example.com'].map((name) => certificateOf(one, name)))
    for (let round = 0; round < 3; round++) {
      const calls = serials.map((of, n) => (n ? one : other).post('deployCertificate', { ...of, serverName: 'site' }))
      for (const { text } of await Promise.all(calls)) expect(text).toContain('Certificate deployed to 1 server')
      const [certificate, key] = await Promise.all([host.read(paths.certificatePath), host.read(paths.keyPath)])
      expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true)
    }
  }, 120_000)

  test('who changes the audit in the database is found out by both', async () => {
    const db = one.running.database.db.$extendTables<KeyTables>()
    await expect(db.updateTable('key_audit').set({ description: 'x' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('key_audit').execute()).rejects.toThrow('append-only')
    const triggers =
      kind === 'SQLite' ? ['key_audit_no_update', 'key_audit_no_delete'] : ['key_audit_no_change on key_audit']
    for (const trigger of triggers) await sql.raw(`drop trigger ${trigger}`).execute(db)

    const rows = await db.selectFrom('key_audit').selectAll().orderBy('id').execute()
    const head = await db.selectFrom('key_audit_head').selectAll().executeTakeFirstOrThrow()
    const key = await db.selectFrom('key_setting').selectAll().where('name', '=', 'audit').executeTakeFirstOrThrow()
    const last = rows.length
    const setAll = (id: number, values: Partial<KeyTables['key_audit']>) =>
      db.updateTable('key_audit').set(values).where('id', '=', id).execute()
    const contentOf = (id: number) => {
      const { id: _, ...content } = rows.find((row) => row.id === id) ?? expect.unreachable()
      return content
    }
    const flipped = (text: string) =>
      text.replace(/^./su, (mark) => String.fromCodePoint((mark.codePointAt(0) ?? 0) ^ 1))
    const before = contentOf(last - 1)
    const changes: [what: string, change: () => Promise<unknown>][] = [
      ['a byte of what was done', () => setAll(3, { description: flipped(contentOf(3).description) })],
      ['the time', () => setAll(3, { at: contentOf(3).at + 1 })],
      ['who it was', () => setAll(3, { username: 'somebody' })],
      ['a byte of a hash', () => setAll(3, { hash: flipped(contentOf(3).hash) })],
      ['that a secret was shown', () => setAll(2, { revealed_to: contentOf(2).revealed_to === null ? 1 : null })],
      ['a row in the middle is gone', () => db.deleteFrom('key_audit').where('id', '=', 4).execute()],
      ['the first row is gone', () => db.deleteFrom('key_audit').where('id', '=', 1).execute()],
      ['two rows swapped', () => Promise.all([setAll(5, contentOf(6)), setAll(6, contentOf(5))])],
      [
        'the tail is cut off',
        () =>
          db
            .deleteFrom('key_audit')
            .where('id', '>', last - 2)
            .execute(),
      ],
      [
        'the tail is cut off, and the head made to fit',
        async () => {
          await db.deleteFrom('key_audit').where('id', '=', last).execute()
          await db
            .updateTable('key_audit_head')
            .set({ last: last - 1, hash: before.hash })
            .execute()
        },
      ],
      ['its key is gone', () => db.deleteFrom('key_setting').where('name', '=', 'audit').execute()],
      [
        'all of it is gone, and the head as new',
        async () => {
          await db.deleteFrom('key_audit').execute()
          await db.updateTable('key_audit_head').set({ last: 0, hash: '', seal: '' }).execute()
        },
      ],
    ]
    for (const [what, change] of changes) {
      await change()
      for (const wire of both()) {
        expect([what, await problemOf(wire)]).toEqual([
          what,
          { intact: false, problem: expect.stringMatching(/./) as unknown },
        ])
      }
      await db.deleteFrom('key_audit').execute()
      await db.deleteFrom('key_setting').where('name', '=', 'audit').execute()
      await db.insertInto('key_setting').values(key).execute()
      for (const row of rows) await db.insertInto('key_audit').values(row).execute()
      await db.updateTable('key_audit_head').set(head).execute()
      expect([what, await problemOf(one)]).toMatchObject([what, { intact: true }])
    }
  })
})

/** An SSH host that the service may administer. */
async function practiceHost({ own, post }: Pick<Wire, 'own' | 'post'>) {
  const [resourceName, password] = ['a host', 'of the host']
  const running = await startRunningHost(password)
  await own('addSshResource', { ResourceName: resourceName, IPADDRESS: '127.0.0.1', Port: running.host.port })
  const shown = await own('scanHostKeys', { ResourceName: resourceName })
  await own('trustHostKeys', trustOf(resourceName, shown.json().details))
  await post('applycredentials', { userName: 'root', password, resourceName, isAdmin: 'true' })
  return { resourceName, read: running.read, [Symbol.asyncDispose]: running.stop }
}

async function certificateOf({ get, post }: Pick<Wire, 'get' | 'post'>, common_name: string) {
  await post('createCertificate', { CNAME: common_name, ALG: 'EC', LEN: '256' })
  const { details } = (await get('getCertificateDetails', { common_name })).json() as unknown as {
    details: [{ endpoint: { serial: string } }]
  }
  return { common_name, serial_number: details[0].endpoint.serial }
}
