// Discovery and what it finds weak, against the lab's TLS hosts and a real database.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { discoveryRows, reportRows, weakHostRows } from '#contract/keys/discovery.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { discoveryHandlers } from '#services/keys/discovery/discovery-handlers.ts'
import { weakHostHandlers } from '#services/keys/discovery/weak-host-handlers.ts'
import { reportHandlers } from '#services/keys/report-handlers.ts'
import { issueIdentity, selfSignedIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { listen } from '#services/lab/tls-hosts/listening.ts'
import { startTlsHosts, type TlsHosts } from '#services/lab/tls-hosts/tls-hosts.ts'
import { contextOf, webHost } from '#services/lab/tls-hosts/web-host.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { withinMs } from '../../support/runs.ts'
import { labAuthority } from './discovery/lab-hosts.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

const authority = await labAuthority()
const p256 = { algorithm: 'EC', bits: 256 } as const

type WeakHost = { Host: string; Port?: number; Weaknesses: string[]; WeakCipherSuites: string[] }

describe('on SQLite', () => discovery(async () => ({})))
describe.skipIf(noPostgres)('on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  discovery(async () => ({ url: await postgres.createDatabase('discovery') }))
})

function discovery(database: () => Promise<{ url?: string }>) {
  let world: KeyWorld
  let lab: TlsHosts
  beforeAll(async () => {
    world = await startKeyWorld(await database())
    lab = await startTlsHosts({ authority })
  })
  afterAll(async () => {
    await lab.close()
    await world.stop()
  })

  const discover = (signal?: AbortSignal) =>
    world.serve(discoveryRows, discoveryHandlers(world.parts), signal ? { signal } : {}).call
  const weakHosts = () => world.serve(weakHostRows, weakHostHandlers(world.parts)).call
  const reports = () => world.serve(reportRows, reportHandlers(world.parts)).call
  const portOf = (name: string) => String(lab.hosts.find((host) => host.name === name)?.port)
  const certificates = () => world.parts.db.selectFrom('key_certificate').selectAll().orderBy('id').execute()
  const places = () => world.parts.db.selectFrom('key_certificate_place').selectAll().orderBy('port').execute()
  const lastAudit = async () => (await world.audit()).at(-1)

  test('a host’s whole chain goes into the inventory, with its place', async () => {
    const answer = await discover()('discoverHost', { HOST: 'localhost', TIMEOUT: '20', PORT: portOf('valid') })
    expect(answer).toMatchObject({
      name: 'sslCertSingleDiscovery',
      result: { status: 'Success' },
      details: { localhost: ['SUCCESS', expect.stringContaining('valid.lab.example')] },
      totalRows: 1,
    })
    const [leaf, issuer, ...others] = await certificates()
    expect(others).toEqual([])
    expect(leaf).toMatchObject({ common_name: 'valid.lab.example', source: 'discovered', created_by: 'admin' })
    expect(issuer).toMatchObject({ common_name: 'Lab authority', is_authority: 1, source: 'discovered' })
    const parsed = new X509Certificate(Buffer.from(leaf?.der ?? '', 'base64'))
    expect(leaf).toMatchObject({ serial_number: parsed.serialNumber, sha256: parsed.fingerprint256 })
    const port = Number(portOf('valid'))
    expect(await places()).toMatchObject([{ certificate_id: leaf?.id, host: 'localhost', address: '127.0.0.1', port }])
    expect(await lastAudit()).toMatchObject({
      operation: 'sslCertSingleDiscovery',
      description: `Discovery of localhost at port ${port}: 1 answered, 0 did not, 2 new certificates`,
    })
  })

  test('discovering again adds nothing', async () => {
    const before = await certificates()
    const { details } = await discover()('discoverHost', { HOST: 'LocalHost', TIMEOUT: '20', PORT: portOf('valid') })
    expect(details).toMatchObject({ LocalHost: ['SUCCESS', expect.any(String)] })
    await discover()('discoverHost', { HOST: 'localhost', TIMEOUT: '20', PORT: portOf('valid') })
    expect(await certificates()).toEqual(before)
    expect(await places()).toHaveLength(1)
    expect(await lastAudit()).toMatchObject({ description: expect.stringContaining('0 new certificates') as string })
  })

  test('a host that shows another certificate moves to that one, and both are kept', async () => {
    const order = { commonName: 'moved.example', names: 'moved.example', key: p256, validity: validityOf(9, 'days') }
    const server = webHost('moved', await issueIdentity(authority, order))
    const host = await listen(server, '127.0.0.1', 0)
    onTestFinished(() => host.close())
    const look = () => discover()('discoverHost', { HOST: '127.0.0.1', TIMEOUT: '10', PORT: String(host.port) })
    const placed = async () => (await places()).filter(({ port }) => port === host.port)
    await look()
    const [first] = await placed()
    server.setSecureContext(contextOf(await selfSignedIdentity(order)))
    await look()
    const [second, ...others] = await placed()
    expect(others).toEqual([])
    expect(second?.certificate_id).not.toBe(first?.certificate_id)
    const named = (await certificates()).filter(({ common_name }) => common_name === 'moved.example')
    expect(named.map(({ id }) => id)).toEqual([first?.certificate_id, second?.certificate_id])
  })

  test('a range answers for every address, whether somebody is there or not', async () => {
    const range = { StartIpAddress: '127.0.0.1', EndIpAddress: '127.0.0.3', TIMEOUT: '10', PORT: portOf('expired') }
    const { details, totalRows } = await discover()('discoverRange', range)
    expect(totalRows).toBe(3)
    expect(details).toEqual({
      '127.0.0.1': ['SUCCESS', expect.stringContaining('expired on')],
      '127.0.0.2': ['FAILURE', 'Nothing listens on this port'],
      '127.0.0.3': ['FAILURE', 'Nothing listens on this port'],
    })
    expect(await lastAudit()).toMatchObject({
      description: expect.stringMatching(
        /^Discovery of 127\.0\.0\.1 to 127\.0\.0\.3 .*: 1 answered, 2 did not/,
      ) as string,
    })
  })

  test('a file answers for each of its lines; a second port of a host and a bad line lose nothing', async () => {
    const lines = [
      `127.0.0.1 ${portOf('self-signed')}`,
      `127.0.0.1 ${portOf('weak')} # an old one`,
      '',
      'not a host at all',
      '0177.0.0.1',
      `localhost ${portOf('weak')}`,
      '169.254.169.254',
    ]
    const File = fileOf(`\uFEFF${lines.join('\r\n')}`)
    const { details, totalRows } = await discover()('discoverFromFile', {
      FileName: 'h\n.txt',
      TIMEOUT: '10',
      PORT: 443,
      File,
    })
    expect(details).toEqual({
      '127.0.0.1': ['SUCCESS', expect.stringContaining('self-signed.lab.example')],
      [`127.0.0.1:${portOf('weak')}`]: ['SUCCESS', expect.stringContaining('weak.lab.example')],
      localhost: ['SUCCESS', expect.stringContaining('weak.lab.example')],
      '169.254.169.254': ['FAILURE', expect.stringContaining('metadata service')],
      'line 4': ['FAILURE', expect.stringContaining('more than a host and a port')],
      'line 5': ['FAILURE', expect.stringContaining('"0177.0.0.1" is neither')],
    })
    expect(totalRows).toBe(6)
    expect(await lastAudit()).toMatchObject({
      description: expect.stringMatching(/^Discovery of 4 hosts in the file “h�.txt”: 3 answered, 1 did not/) as string,
    })
  })

  test('what is no host, no port or too many addresses is refused before anything is sent, and says which', async () => {
    const serve = discover()
    const refusals = [
      ['discoverHost', { HOST: '127.1', TIMEOUT: '1', PORT: '443' }, /^HOST: "127\.1" is neither/],
      ['discoverHost', { HOST: 'a', TIMEOUT: '1', PORT: '70000' }, /^PORT: "70000" is not a port/],
      ['discoverHost', { HOST: 'a', TIMEOUT: '0', PORT: '443' }, /^TIMEOUT: /],
      ['discoverRange', { StartIpAddress: '10.0.0.2', EndIpAddress: '10.0.0.1', TIMEOUT: '1', PORT: '443' }, /^EndIp/],
      [
        'discoverRange',
        { StartIpAddress: '10.0.0.0', EndIpAddress: '10.0.16.0', TIMEOUT: '1', PORT: '443' },
        /at most 4096/,
      ],
      ['discoverFromFile', { FileName: 'x', TIMEOUT: '1', PORT: 443, File: fileOf(Buffer.of(0xff)) }, /^File: /],
    ] as const
    const before = await world.audit()
    for (const [name, input, words] of refusals) expect(await refusalOf(serve(name, input))).toMatch(words)
    expect(await world.audit()).toEqual(before)
  })

  test('a client that goes away ends its discovery; what was found by then stays', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const order = { commonName: 'early.example', names: '', key: p256, validity: validityOf(1, 'days') }
    const earlyHost = webHost('early', await selfSignedIdentity(order))
    const early = await listen(earlyHost, '127.0.0.1', 0)
    onTestFinished(() => early.close())
    const client = new AbortController()
    const File = fileOf(`127.0.0.1 ${early.port}\n127.0.0.1 ${(silent.address() as AddressInfo).port}\n`)
    const job = discover(client.signal)('discoverFromFile', { FileName: 'x', TIMEOUT: '60', PORT: 443, File })
    const refusal = refusalOf(job)
    // One of them has been read to its end, the other has been asked.
    const isRead = once(earlyHost, 'connection').then(([socket]: Socket[]) => socket && once(socket, 'close'))
    await Promise.all([isRead, once(silent, 'connection')])
    setTimeout(() => client.abort(), 300)
    const start = Date.now()
    expect(await refusal).toMatch(/canceled/)
    expect(Date.now() - start).toBeLessThan(withinMs(2000))
    expect((await certificates()).some(({ common_name }) => common_name === 'early.example')).toBe(true)
    expect(await lastAudit()).toMatchObject({
      description: 'Canceled discovery of 2 hosts in the file “x”: 1 answered, 0 did not, 1 new certificates',
    })
  })

  test('what discovered hosts are weak in is counted, and nothing else', async () => {
    const lines = lab.hosts.map(({ port }) => `127.0.0.1 ${port}`).join('\n')
    await discover()('discoverFromFile', { FileName: 'all', TIMEOUT: '10', PORT: 443, File: fileOf(lines) })
    const ports = lab.hosts.map(({ port }) => port)
    const looked = async () => {
      const rows = world.parts.db.selectFrom('key_host_weakness').select('port').where('host', '=', '127.0.0.1')
      return (await rows.where('port', 'in', ports).execute()).length
    }
    await expect.poll(looked, { timeout: 30_000 }).toBe(ports.length)
    await world.parts.db.deleteFrom('key_host_weakness').where('host', '!=', '127.0.0.1').execute()
    const unknown = { ssl3: 'unknown', poodle: 'unknown', noTls12: 'no', heartbleed: 'unknown', weakCipherSuites: [] }
    const silent = (port: number) => ({ host: 'silent.example', port, findings: JSON.stringify(unknown), looked_at: 1 })
    const rows = [443, 444, 445, 446].map(silent)
    await world.parts.db.insertInto('key_host_weakness').values(rows).execute()
    const { details } = await reports()('countVulnerabilities')
    expect(details).toEqual({
      SSLVulnerabilityCount: {
        'Weak Cipher Suites': 3,
        'Poodle SSL': 1,
        Revoked: 0,
        'SSLv3 Enabled': 1,
        'No TLS1.2': 2,
        Heartbleed: 1,
      },
    })
  })

  test('each count names its hosts, and what a host left unanswered is told apart', async () => {
    const { details } = (await weakHosts()('listWeakHosts')) as { details: WeakHost[] }
    const hostsWith = (name: string) => details.filter(({ Weaknesses }) => Weaknesses.includes(name))
    const counts = { 'Weak Cipher Suites': 3, 'Poodle SSL': 1, 'SSLv3 Enabled': 1, 'No TLS1.2': 2, Heartbleed: 1 }
    for (const [name, count] of Object.entries(counts)) expect(hostsWith(name), name).toHaveLength(count)
    for (const { WeakCipherSuites } of hostsWith('Weak Cipher Suites')) expect(WeakCipherSuites).not.toEqual([])
    expect(details.find(({ Host }) => Host === 'silent.example')).toEqual({
      Host: 'silent.example',
      Port: 443,
      Weaknesses: [],
      WeakCipherSuites: [],
      NotTested: ['SSLv3 Enabled', 'Poodle SSL', 'Heartbleed'],
      CheckedAt: '1970-01-01T00:00:00Z',
    })
    expect(details.find(({ Port }) => String(Port) === portOf('valid'))).toBeUndefined()
  })

  test('certificates that our own authorities have revoked are counted as long as they are revoked', async () => {
    const { db } = world.parts
    const [one, two] = await certificates()
    const issued = { issuer: 'AA', not_after: 2, issued_at: 1, reason: 1 }
    const entry = (row: typeof one, revoked_at: number | null) =>
      Object.assign({ serial_number: row?.serial_number ?? '', sha256: row?.sha256 ?? '', revoked_at }, issued)
    const rows = [entry(one, 1), entry(two, null)]
    await db.insertInto('key_issued').values(rows).execute()
    expect(await reports()('countVulnerabilities')).toMatchObject({
      details: { SSLVulnerabilityCount: { Revoked: 1 } },
    })
    const { details } = (await weakHosts()('listWeakHosts')) as { details: WeakHost[] }
    const seen = (await places()).filter((row) => row.certificate_id === one?.id)
    const place = seen.toSorted((a, b) => a.seen_at - b.seen_at).at(-1)
    expect(details.filter(({ Weaknesses }) => Weaknesses.includes('Revoked'))).toMatchObject([
      { Host: place?.host, Port: place?.port, CertID: one?.id, CommonName: one?.common_name },
    ])
    await db.updateTable('key_issued').set({ revoked_at: null }).execute()
    expect(await reports()('countVulnerabilities')).toMatchObject({
      details: { SSLVulnerabilityCount: { Revoked: 0 } },
    })
  })

  test('the audit lists who did what, newest first', async () => {
    const { details, totalRows } = await reports()('listAudit')
    const written = await world.audit()
    expect(totalRows).toBe(written.length)
    expect(details).toEqual(
      written.toReversed().map(({ id, operation, description, username, at }) => ({
        AUDITID: id,
        OPERATION: operation,
        DESCRIPTION: description,
        USERNAME: username,
        TIME: `${new Date(at).toISOString().slice(0, 19)}Z`,
      })),
    )
    expect(await world.parts.audit.verify()).toBeUndefined()
  })
}
