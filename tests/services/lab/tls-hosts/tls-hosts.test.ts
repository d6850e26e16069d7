import { createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions, type PeerCertificate } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { Disk } from '#services/lab/ssh-host/disk.ts'
import { FileTree } from '#services/lab/ssh-host/file-tree.ts'
import { deployedPaths, startDeployedHost } from '#services/lab/tls-hosts/deployed-host.ts'
import { type HostIdentity, issueIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { startTlsHosts, type TlsHost } from '#services/lab/tls-hosts/tls-hosts.ts'
import { contextOf } from '#services/lab/tls-hosts/web-host.ts'
import { startTool } from '../../../crypto/start-tool.ts'
import { newRoot } from '../../../crypto/x509/authorities.ts'
import { isInstalled } from '../../../crypto/x509/tools.ts'

const authority = await newRoot({ algorithm: 'RSA', bits: 2048 })

async function started(options: Partial<Parameters<typeof startTlsHosts>[0]> = {}) {
  const lab = await startTlsHosts({ authority, ...options })
  onTestFinished(() => lab.close())
  return Object.fromEntries(lab.hosts.map((host) => [host.name, host])) as Record<string, TlsHost>
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'triptych-web-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const disk = new Disk(createSecretKey(randomBytes(32)))
const files = async () => {
  const path = folder()
  const tree = await FileTree.make(path, disk)
  const { certificate, key } = deployedPaths
  return { tree, certificate: join(path, certificate), key: join(path, key) }
}

test('each kind of host is there, on a port of its own', async () => {
  const hosts = await started({ files: (await files()).tree })
  const names = ['valid', 'expired', 'self-signed', 'weak', 'wrong-host', 'short-lived', 'ssl3', 'heartbleed', 'web']
  expect(Object.keys(hosts)).toEqual(names)
  expect(new Set(Object.values(hosts).map(({ port }) => port)).size).toBe(names.length)
})

test.skipIf(process.platform !== 'linux')(
  'hosts with addresses of their own share a port, so that a range finds them',
  async () => {
    const { valid } = await started({ addresses: ['127.0.9.1'] })
    const addresses = Array.from({ length: 8 }, (_, at) => `127.0.9.${at + 10}`)
    const free = (valid?.port ?? 0) + 1
    const hosts = Object.values(await started({ addresses, port: free }))
    expect(hosts.map(({ address, port }) => `${address} ${port}`)).toEqual(
      addresses.map((address) => `${address} ${free}`),
    )
  },
)

/** What openssl says of a host that is asked for by the name localhost. */
async function opinion(host: TlsHost | undefined, ...args: string[]): Promise<string> {
  const ca = join(folder(), 'ca.pem')
  await writeFile(ca, writePem('CERTIFICATE', authority.certificate))
  const verify = ['-CAfile', ca, '-verify_hostname', 'localhost']
  const client = startTool('openssl', ['s_client', '-connect', `127.0.0.1:${host?.port}`, ...verify, ...args])
  client.stdin.end()
  let text = ''
  for (const output of [client.stdout, client.stderr]) output.on('data', (piece: Buffer) => (text += piece.toString()))
  await once(client, 'close')
  return text
}

test.skipIf(!isInstalled('openssl'))('a client that cares sees at each host what is wrong with it', async () => {
  const hosts = await started()
  expect(await opinion(hosts.valid)).toContain('Verify return code: 0 (ok)')
  expect(await opinion(hosts['short-lived'])).toContain('Verify return code: 0 (ok)')
  expect(await opinion(hosts.expired)).toContain('certificate has expired')
  expect(await opinion(hosts['self-signed'])).toContain('self-signed certificate')
  expect(await opinion(hosts['wrong-host'])).toContain('hostname mismatch')
  expect(await opinion(hosts.weak)).not.toContain('Verify return code: 0')
  expect(await opinion(hosts.weak, '-cipher', 'AES128-SHA:@SECLEVEL=0')).toMatch(/Protocol\s+: TLSv1\.1/)
  expect(await opinion(hosts.ssl3)).toMatch(/wrong version number|unsupported protocol/)
})

test('the weak host is weak in its key and in its signature', async () => {
  const { weak } = await started()
  const { raw } = await shown(weak, { minVersion: 'TLSv1', ciphers: 'AES128-SHA:@SECLEVEL=0' })
  const { key, signatureAlgorithm } = summarizeCertificate(Uint8Array.from(raw))
  expect({ bits: key.bits, signatureAlgorithm }).toEqual({ bits: 1024, signatureAlgorithm: 'SHA1withRSA' })
})

test('a page tells which host it is', async () => {
  const { valid } = await started()
  const text = await new Promise<string>((resolve, reject) => {
    const ca = writePem('CERTIFICATE', authority.certificate)
    get({ host: 'localhost', port: valid?.port, family: 4, ca }, (response) => {
      response.once('data', (piece: Buffer) => resolve(piece.toString()))
    }).on('error', reject)
  })
  expect(text).toBe('This is valid, a host of the lab.\n')
})

test.skipIf(process.platform !== 'linux')('when one host cannot start, none is left behind', async () => {
  const addresses = ['127.0.10.1', '127.0.10.2']
  const taken = createServer().listen(0, addresses[1])
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  await expect(startTlsHosts({ authority, addresses, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const first = createServer().listen(port, addresses[0]) // free again
  await once(first, 'listening')
  first.close()
})

test('what is deployed is served from the next connection on, and survives a restart', async () => {
  const there = await files()
  const [first, second] = [await identity('first.example'), await identity('second.example')]
  let web = await startDeployedHost(there.tree, first, '127.0.0.1', 0)
  onTestFinished(() => web.close())
  const nameShown = async () => (await shown({ name: 'web', ...web })).subject.CN
  expect(await nameShown()).toBe('first.example')

  await deploy(there, contextOf(second))
  await expect.poll(nameShown).toBe('second.example')
  expect(web.refused()).toBeUndefined()

  await web.close()
  web = await startDeployedHost(there.tree, first, '127.0.0.1', 0)
  expect(await nameShown()).toBe('second.example')
})

test('files that do not go together, or are none, change nothing and are told', async () => {
  const there = await files()
  const [first, second] = [await identity('first.example'), await identity('second.example')]
  const web = await startDeployedHost(there.tree, first, '127.0.0.1', 0)
  onTestFinished(() => web.close())
  await deploy(there, { cert: contextOf(second).cert })
  await expect.poll(web.refused).toBe('/etc/ssl/private/web.key is not the key of /etc/ssl/certs/web.crt')
  await deploy(there, { cert: 'no certificate' })
  await expect.poll(web.refused).toMatch(/not a certificate file/)
  expect((await shown({ name: 'web', ...web })).subject.CN).toBe('first.example')
  await deploy(there, contextOf(second))
  await expect.poll(web.refused).toBeUndefined()
  expect((await shown({ name: 'web', ...web })).subject.CN).toBe('second.example')
})

test('the key that is written first can be read by its owner only, and on the disk by nobody', async () => {
  const there = await files()
  const web = await startDeployedHost(there.tree, await identity('first.example'), '127.0.0.1', 0)
  onTestFinished(() => web.close())
  expect(statSync(there.key).mode & 0o077).toBe(0)
  expect((await there.tree.read(deployedPaths.key)).toString()).toContain('PRIVATE KEY')
  expect((await readFile(there.key)).toString('latin1')).not.toContain('PRIVATE KEY')
})

const identity = (name: string): Promise<HostIdentity> =>
  issueIdentity(authority, {
    commonName: name,
    names: name,
    key: { algorithm: 'EC', bits: 256 },
    validity: validityOf(1, 'days'),
  })

/** As deployment does it: beside the old file, then in its place. */
async function deploy({ tree, ...paths }: Awaited<ReturnType<typeof files>>, content: { cert?: string; key?: string }) {
  for (const [path, text] of [[paths.certificate, content.cert] as const, [paths.key, content.key] as const]) {
    if (text === undefined) continue
    await disk.write(`${path}.new`, Buffer.from(text))
    await rename(`${path}.new`, path)
    tree.changed()
  }
}

function shown(host: TlsHost | undefined, options: ConnectionOptions = {}): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const { address, port } = host ?? {}
    const socket = connect({ host: address, port, rejectUnauthorized: false, ...options }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    }).on('error', reject)
  })
}
