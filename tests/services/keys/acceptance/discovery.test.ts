// Discovery, deployment, audit and vulnerabilities against the TLS hosts of the lab: what they show is told, and what is deployed is served.
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask as run, isInstalled } from '../../../crypto/x509/tools.ts'
import { fileOn } from './ssh-login.ts'
import { done } from './wire-calls.ts'
import { demoMade, startWire, type Wire } from './wire.ts'

const demoPassword = 'the demo password'
let wire: Wire
let hosts: Record<string, { address: string; port: number }>
beforeAll(async () => {
  wire = await startWire({ seed: 'demo', demoPassword })
  await demoMade(wire)
  const tls = wire.running.keys?.labHosts()?.tls ?? []
  hosts = Object.fromEntries(tls.map(({ name, ...host }) => [name, host]))
}, 120_000)
afterAll(() => wire.stop())

type Results = { details: Record<string, [string, string]>; totalRows: number }
type CertificateRow = Record<string, string | number>
const inventory = async () =>
  ((await wire.get('getAllSSLCertificates')).json() as unknown as { details: CertificateRow[] }).details
const at = (name: string) => hosts[name] ?? { address: '', port: 0 }

/** What a TLS client is shown. */
async function shownBy(name: string): Promise<X509Certificate> {
  const { address, port } = at(name)
  const socket = connect({ host: address, port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return new X509Certificate(raw)
}

describe('discovery', () => {
  test.each([
    ['valid', /^valid\.lab\.example, valid until \d{4}-\d\d-\d\d$/, {}],
    ['expired', /, expired on \d{4}-\d\d-\d\d$/, {}],
    ['self-signed', /, self-signed$/, { Issuer: 'self-signed.lab.example' }],
    ['weak', /, valid until/, { KeyStrength: '1024', SignatureAlgorithm: 'SHA1withECDSA' }],
    ['wrong-host', /, valid until/, {}],
    ['short-lived', /, valid until/, {}],
    ['ssl3', /, valid until/, { KeyStrength: '2048' }],
  ])('of the host %s alone tells what is odd about it, and adds nothing that is known', async (name, told, listed) => {
    const { address, port } = at(name)
    const before = (await inventory()).length
    const asked = { HOST: address, TIMEOUT: '5', PORT: String(port) }
    const { details, ...envelope } = (await wire.post('sslCertSingleDiscovery', asked)).json() as unknown as Results
    expect(envelope).toEqual({ ...done('sslCertSingleDiscovery', expect.any(String)), totalRows: 1 })
    expect(details).toEqual({ [address]: ['SUCCESS', expect.stringMatching(told) as string] })
    expect(details[address]?.[1]).toContain(`${name}.lab.example`)
    expect(await inventory()).toHaveLength(before)
    expect(await inventory()).toContainEqual(
      expect.objectContaining({
        'DNS Name/FQDN': address,
        Port: port,
        'Common Name': `${name}.lab.example`,
        ...listed,
      }),
    )
  })

  test('of a host with the certificate of another shows in its details whose it is', async () => {
    const { details } = (await wire.get('getCertificateDetails', { common_name: 'wrong-host.lab.example' })).json()
    const { address, port } = at('wrong-host')
    const endpoint = { hostName: address, port: String(port), Sans: 'another.example', PrivateKey: false }
    expect(details).toMatchObject([{ ipaddress: address, endpoint }])
  })

  test('of a range has each address of it, silent ones as FAILURE', async () => {
    const { address, port } = at('valid')
    if (address === '127.0.0.1') return // this machine has one loopback address
    const range = { StartIpAddress: address, EndIpAddress: '127.0.0.22', TIMEOUT: '4', PORT: String(port) }
    const { details, totalRows } = (await wire.post('sslCertRangeDiscovery', range)).json() as unknown as Results
    expect(totalRows).toBe(12)
    expect(Object.keys(details)).toEqual(Array.from({ length: 12 }, (_, n) => `127.0.0.${n + 11}`))
    expect(Object.values(details).map(([status]) => status)).toEqual([
      ...Array.from({ length: 9 }, () => 'SUCCESS'),
      ...Array.from({ length: 3 }, () => 'FAILURE'),
    ])
  })

  test('of a file asks the port of each line, 443 without one, and adds no duplicate', async () => {
    const [valid, expired] = [at('valid'), at('expired')]
    const File = `\ufeff# hosts\r\n${valid.address} ${valid.port}\r\n127.0.0.30\n\n${expired.address}\t${expired.port} # old\nno host at all\n`
    const before = await inventory()
    const asked = { FileName: 'hosts.txt', TIMEOUT: '4', PORT: 443 }
    const { details, totalRows } = (
      await wire.upload('sslCertFileBasedDiscovery', asked, { File })
    ).json() as unknown as Results
    expect(totalRows).toBe(4)
    expect(details).toMatchObject({
      [valid.address]: ['SUCCESS', expect.any(String)],
      [expired.address === valid.address ? `${expired.address}:${expired.port}` : expired.address]: [
        'SUCCESS',
        expect.any(String),
      ],
      '127.0.0.30': ['FAILURE', expect.any(String)],
      'line 6': ['FAILURE', expect.any(String)],
    })
    expect(await inventory()).toEqual(before)
    expect(await wire.audited('sslCertFileBasedDiscovery')).toContainEqual(expect.stringContaining('hosts.txt'))
  })

  test('refuses a range that is too large or upside down, forbidden addresses and odd numbers, by name', async () => {
    const range = { StartIpAddress: '127.0.0.1', EndIpAddress: '127.0.0.9', TIMEOUT: '4', PORT: '443' }
    for (const [change, field] of [
      [{ EndIpAddress: '127.1.0.1' }, /EndIpAddress|4,?096/],
      [{ EndIpAddress: '126.255.255.255' }, /EndIpAddress|StartIpAddress/],
      [{ StartIpAddress: '0177.0.0.1' }, /StartIpAddress/],
      [{ TIMEOUT: '0' }, /TIMEOUT/],
      [{ TIMEOUT: '1000' }, /TIMEOUT/],
      [{ PORT: '65536' }, /PORT/],
      [{ PORT: 'https' }, /PORT/],
    ] as const) {
      const { status, json } = await wire.post('sslCertRangeDiscovery', { ...range, ...change })
      const result = { status: 'Failed', message: expect.stringMatching(field) as unknown }
      expect([change, status, json()]).toEqual([change, 200, { name: 'sslCertRangeDiscovery', result }])
    }
    const HOST = '169.254.169.254'
    const metadata = await wire.post('sslCertSingleDiscovery', { HOST, TIMEOUT: '4', PORT: '80' })
    expect(metadata.text).toMatch(/FAILURE|Failed/)
  })
})

test('getSSLVulnerabilityCount counts what the hosts are built to have', async () => {
  const counted = (await wire.get('getSSLVulnerabilityCount')).json()
  const SSLVulnerabilityCount = {
    'Weak Cipher Suites': 3,
    'Poodle SSL': 1,
    Revoked: 2,
    'SSLv3 Enabled': 1,
    'No TLS1.2': 2,
    Heartbleed: 1,
  }
  expect(counted).toEqual(done('getSSLVulnerabilityCount', expect.any(String), { details: { SSLVulnerabilityCount } }))
})

test('deployCertificate: the site serves the certificate from then on, with the key that belongs to it', async () => {
  const CNAME = 'deployed.lab.example'
  await wire.post('createCertificate', { CNAME, ALG: 'EC', LEN: '256', ALT_NAMES: 'localhost' })
  const details = (await wire.get('getCertificateDetails', { common_name: CNAME })).json() as unknown as {
    details: [{ endpoint: { serial: string } }]
  }
  const of = { common_name: CNAME, serial_number: details.details[0].endpoint.serial }
  const pem = (await wire.get('getCertificate', { ...of, fileType: 'CER' })).text
  const row = { server: 'web', message: expect.any(String) as string, status: 'Success' }
  const deployed = (await wire.post('deployCertificate', { ...of, serverName: 'web' })).json()
  const more = { deployStatus: [row], totalRows: 1 }
  expect(deployed).toEqual(done('DeployCertificate', 'Certificate deployed to 1 server', more))
  await expect.poll(async () => (await shownBy('web')).fingerprint256).toBe(new X509Certificate(pem).fingerprint256)

  const [server] = ((await wire.own('listServers')).json() as unknown as { details: [Record<string, string>] }).details
  const { Port } = (
    (await wire.get('getAllSSHResourceDetails')).json() as unknown as {
      details: { ResourceName: string; Port: number }[]
    }
  ).details.find(({ ResourceName }) => ResourceName === server.ResourceName) ?? { Port: 0 }
  const root = { username: 'root', password: demoPassword }
  const [onHost, key] = await Promise.all(
    [server.certificatePath, server.keyPath].map((path) => fileOn(Port, root, path ?? '')),
  )
  expect(onHost?.toString()).toContain(pem.trim())
  if (isInstalled('openssl') && key) {
    const pub = run('openssl', ['pkey', '-in', 'k', '-pubout'], { k: key }).text
    expect(run('openssl', ['x509', '-in', 'c', '-noout', '-pubkey'], { c: pem }).text).toBe(pub)
  }
  expect((await wire.post('deployCertificate', of)).json()).toMatchObject({
    deployStatus: [{ server: 'web', status: 'Success' }],
  })
  const nowhere = (await wire.post('deployCertificate', { ...of, serverName: 'nowhere' })).json()
  expect(nowhere).toMatchObject({
    name: 'DeployCertificate',
    result: { status: 'Failed', message: expect.stringMatching(/^serverName/) as unknown },
  })
  expect(await wire.audited('deployCertificate')).toContainEqual(expect.stringMatching(/deployed\.lab\.example.*web/))
})

test('getAuditDetails spells its rows as the reference, newest first, and the chain is whole', async () => {
  const { details, totalRows } = (await wire.get('getAuditDetails')).json() as unknown as {
    details: { AUDITID: number }[]
    totalRows: number
  }
  expect(details).toHaveLength(totalRows)
  expect(details.map(({ AUDITID }) => AUDITID)).toEqual(Array.from({ length: totalRows }, (_, n) => totalRows - n))
  expect(Object.keys(details[0] ?? {}).toSorted()).toEqual(['AUDITID', 'DESCRIPTION', 'OPERATION', 'TIME', 'USERNAME'])
  expect(JSON.stringify(details)).not.toContain(demoPassword)
  expect((await wire.own('verifyAudit')).json().details).toMatchObject({ intact: true })
  expect(await readFile(wire.running.keys?.ca ?? '', 'utf8')).toContain('BEGIN CERTIFICATE')
})
