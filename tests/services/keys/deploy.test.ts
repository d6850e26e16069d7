// Deployment over real SSH, to hosts of the lab.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { deploymentRows } from '#contract/keys/certificates.ts'
import { serverRows } from '#contract/keys/servers.ts'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows } from '#contract/keys/ssh.ts'
import { writePem } from '#crypto/pem.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { storeCertificate } from '#services/keys/certificate-store.ts'
import { deploymentHandlers } from '#services/keys/deployment/deployment-handlers.ts'
import { serverHandlers } from '#services/keys/deployment/server-handlers.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { type HostIdentity, issueIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { isInstalled, run } from '../../crypto/run-tool.ts'
import { labAuthority } from './discovery/lab-hosts.ts'
import { caller, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { trustHost } from './trust-host.ts'

const authority = await labAuthority()
const paths = { certificatePath: '/etc/ssl/certs/site.crt', keyPath: '/etc/ssl/private/site.key' }

let world: KeyWorld
let host: RunningHost
beforeAll(async () => {
  world = await startKeyWorld()
  host = await startRunningHost()
  await addResource('web-1', host.host.port)
  await addResource('gone', 1)
  await world.parts.db.updateTable('key_ssh_resource').set({ port: 1 }).where('name', '=', 'gone').execute()
})
afterAll(async () => {
  await host.stop()
  await world.stop()
})
beforeEach(async () => {
  await world.parts.db.deleteFrom('key_server').execute()
  for (const folder of ['certs', 'private']) {
    await rm(host.fileOf(`/etc/ssl/${folder}`), { recursive: true })
    await mkdir(host.fileOf(`/etc/ssl/${folder}`))
  }
})

const servers = () => world.serve(serverRows, serverHandlers(world.parts)).call
const deploy = (signal?: AbortSignal) =>
  world.serve(deploymentRows, deploymentHandlers(world.parts), signal && { signal }).call

async function addResource(ResourceName: string, Port: number) {
  const resources = world.serve(sshResourceRows, sshResourceHandlers(world.parts))
  await resources.call('addSshResource', { ResourceName, IPADDRESS: '127.0.0.1', Port: host.host.port })
  await trustHost(world, ResourceName)
  const hosts = world.serve(sshHostRows, sshHostHandlers(world.parts))
  const credentials = { userName: 'root', password, resourceName: ResourceName, isAdmin: 'true' }
  await hosts.call('applyCredentials', credentials)
  return Port
}

const saveServer = (serverName: string, more: Record<string, string> = {}) =>
  servers()('addServer', { serverName, ResourceName: 'web-1', userName: 'root', ...paths, ...more })

let serial = 0
async function certificate({ withKey = true } = {}) {
  const commonName = `site-${++serial}.example`
  const order = {
    commonName,
    names: commonName,
    key: { algorithm: 'EC', bits: 256 },
    validity: validityOf(9, 'days'),
  } as const
  const identity = await issueIdentity(authority, order)
  const [der, ...issuers] = identity.chain
  await world.parts.db.transaction().execute(async (transaction) => {
    const keep = (der: HostIdentity['chain'][number], privateKey?: HostIdentity['privateKey']) =>
      storeCertificate(
        transaction,
        { vault: world.parts.vault, by: caller },
        { der, summary: summarizeCertificate(der), source: 'imported', privateKey },
      )
    await keep(der, withKey ? identity.privateKey : undefined)
    for (const issuer of issuers) await keep(issuer)
  })
  const { serialNumber } = summarizeCertificate(der)
  return { identity, input: { common_name: commonName, serial_number: serialNumber } }
}

const chainText = ({ chain }: HostIdentity) => chain.map((der) => writePem('CERTIFICATE', der)).join('')

test('the chain and its key lie on the server, the key for its owner alone', async () => {
  await saveServer('web')
  const { identity, input } = await certificate()
  const answer = await deploy()('deployCertificate', { ...input, serverName: 'web' })
  expect(answer).toEqual({
    name: 'DeployCertificate',
    result: { status: 'Success', message: 'Certificate deployed to 1 server' },
    deployStatus: [{ server: 'web', message: 'Certificate deployed', status: 'Success' }],
    totalRows: 1,
  })
  const [crt, key] = [await host.read(paths.certificatePath), await host.read(paths.keyPath)]
  expect(crt.toString()).toBe(chainText(identity))
  expect(new X509Certificate(crt).checkPrivateKey(createPrivateKey(key))).toBe(true)
  const modeOf = async (path: string) => (await stat(host.fileOf(path))).mode & 0o7777
  expect([await modeOf(paths.certificatePath), await modeOf(paths.keyPath)]).toEqual([0o644, 0o600])
  const places = await world.parts.db.selectFrom('key_certificate_place').selectAll().execute()
  expect(places, 'nobody has seen it presented').toEqual([])
  const told = (await world.audit()).slice(-2).map(({ description }) => description)
  expect(told[0]).toMatch(
    /^Certificate “site-1\.example” \(serial number \w+\) with its private key on the way to “web”$/,
  )
  expect(told[1]).toMatch(/^Certificate “site-1\.example” .* deployed to “web”$/)
})

test.skipIf(!isInstalled('openssl'))(
  'openssl finds the chain right, and the key to be that of the certificate',
  async () => {
    await saveServer('web')
    const { input } = await certificate()
    await deploy()('deployCertificate', input)
    const folder = await mkdtemp(join(tmpdir(), 'triptych-deployed-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [chain, key, root] = ['chain.pem', 'site.key', 'root.pem'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(chain, await host.read(paths.certificatePath))
    await writeFile(key, await host.read(paths.keyPath), { mode: 0o600 })
    await writeFile(root, writePem('CERTIFICATE', authority.certificate))
    expect(run('openssl', ['verify', '-x509_strict', '-CAfile', root, '-untrusted', chain, chain])).toContain('OK')
    expect(run('openssl', ['pkey', '-in', key, '-pubout'])).toBe(
      run('openssl', ['x509', '-in', chain, '-noout', '-pubkey']),
    )
  },
)

test('a second deployment keeps the former certificate and no former key, and the same one again writes nothing', async () => {
  await saveServer('web')
  const [first, second] = [await certificate(), await certificate()]
  await deploy()('deployCertificate', first.input)
  const { deployStatus } = await deploy()('deployCertificate', second.input)
  expect(deployStatus).toMatchObject([
    {
      status: 'Success',
      message: expect.stringMatching(/^Certificate deployed; the former certificate is kept as \S+\.bak$/) as string,
    },
  ])
  const backup = (await readdir(host.fileOf('/etc/ssl/certs'))).find((name) => name.endsWith('.bak'))
  expect((await host.read(`/etc/ssl/certs/${backup}`)).toString()).toBe(chainText(first.identity))
  expect(await readdir(host.fileOf('/etc/ssl/private'))).toEqual(['site.key'])
  expect(await deploy()('deployCertificate', second.input)).toMatchObject({
    deployStatus: [{ status: 'Success', message: 'The certificate was already deployed' }],
  })
  expect(await readdir(host.fileOf('/etc/ssl/certs'))).toHaveLength(2)
})

test('the reload command runs after the files, and what it wrote is told', async () => {
  await saveServer('web', { reloadCommand: 'id -un' })
  const { input } = await certificate()
  expect(await deploy()('deployCertificate', input)).toMatchObject({
    deployStatus: [{ status: 'Success', message: 'Certificate deployed; reload: root' }],
  })
  expect((await servers()('listServers')).details).toMatchObject([{ reloadCommand: 'id -un' }])
})

test('where the server does not reload, it has its former files again', async () => {
  await saveServer('web')
  const [first, second] = [await certificate(), await certificate()]
  await deploy()('deployCertificate', first.input)
  const before = [await host.read(paths.certificatePath), await host.read(paths.keyPath)]
  await servers()('removeServer', { serverName: 'web' })
  await saveServer('web', { reloadCommand: 'no-such-reload' })
  expect(await deploy()('deployCertificate', second.input)).toMatchObject({
    deployStatus: [
      {
        status: 'Failed',
        message:
          'The reload command ended with exit code 127: command not found. The former files were put back, but the reload command failed with them, too',
      },
    ],
  })
  expect([await host.read(paths.certificatePath), await host.read(paths.keyPath)]).toEqual(before)
  expect(await readdir(host.fileOf('/etc/ssl/private'))).toEqual(['site.key'])
  expect(await readdir(host.fileOf('/etc/ssl/certs'))).toEqual(['site.crt'])
  await servers()('removeServer', { serverName: 'web' })
  await rm(host.fileOf(paths.certificatePath))
  await rm(host.fileOf(paths.keyPath))
  await saveServer('web', { reloadCommand: 'no-such-reload' })
  expect(await deploy()('deployCertificate', second.input)).toMatchObject({ deployStatus: [{ status: 'Failed' }] })
  expect(await readdir(host.fileOf('/etc/ssl/private')), 'where there was nothing, nothing is left').toEqual([])
})

test('the certificate has its place where it is presented, and only if it is', async () => {
  const [shown, other] = [await certificate(), await certificate()]
  const site = createTlsServer({
    cert: chainText(shown.identity),
    key: writePem('PRIVATE KEY', shown.identity.privateKey),
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  const tlsAddress = `127.0.0.1:${(site.address() as AddressInfo).port}`
  await saveServer('web', { tlsAddress })
  expect(await deploy()('deployCertificate', shown.input)).toMatchObject({
    deployStatus: [{ message: `Certificate deployed; ${tlsAddress} presents it` }],
  })
  const places = () => world.parts.db.selectFrom('key_certificate_place').select(['host', 'port']).execute()
  expect((await places()).map(({ host, port }) => `${host}:${port}`)).toEqual([tlsAddress])
  const { deployStatus } = await deploy()('deployCertificate', other.input)
  expect(deployStatus).toMatchObject([
    {
      status: 'Success',
      message: expect.stringContaining(`${tlsAddress} still presents another certificate: `) as string,
    },
  ])
  expect(await places(), 'of the certificate that is presented').toHaveLength(1)
  for (const wrong of ['127.0.0.1', 'x:0', ':443', '0177.0.0.1:443', 'a b:443', 'x:70000']) {
    expect(await refusalOf(saveServer('x', { tlsAddress: wrong }))).toMatch(/^tlsAddress: /)
  }
  expect(await refusalOf(saveServer('x', { reloadCommand: 'a\nb' }))).toMatch(/^reloadCommand: /)
})

test('without serverName it goes everywhere; where one server fails, the others are told apart from it', async () => {
  await saveServer('a', { certificatePath: '/etc/ssl/certs/a.crt', keyPath: '/etc/ssl/private/a.key' })
  await saveServer('b', { ResourceName: 'gone' })
  await saveServer('c', { certificatePath: '/no/such/folder/c.crt' })
  await saveServer('d', { certificatePath: '/etc/ssl/certs/d.crt', keyPath: '/etc/ssl/private/d.key' })
  const { input } = await certificate()
  const { result, deployStatus, totalRows } = await deploy()('deployCertificate', input)
  expect(totalRows).toBe(4)
  expect(deployStatus).toEqual([
    { server: 'a', status: 'Success', message: 'Certificate deployed' },
    { server: 'b', status: 'Failed', message: 'gone cannot be reached (ECONNREFUSED)' },
    { server: 'c', status: 'Failed', message: 'There is no /no/such/folder on web-1' },
    { server: 'd', status: 'Success', message: 'Certificate deployed' },
  ])
  expect(result).toEqual({
    status: 'Failed',
    message: 'Certificate not deployed to 2 of 4 servers: b: gone cannot be reached (ECONNREFUSED)',
  })
  expect((await readdir(host.fileOf('/etc/ssl/private'))).sort()).toEqual(['a.key', 'd.key'])
})

test('when the certificate cannot be written, the former key is put back as it was', async () => {
  await saveServer('web')
  await host.write(paths.keyPath, 'former key')
  await chmod(host.fileOf(paths.keyPath), 0o640)
  await mkdir(host.fileOf(paths.certificatePath))
  const { input } = await certificate()
  expect(await deploy()('deployCertificate', input)).toMatchObject({
    deployStatus: [{ status: 'Failed', message: '/etc/ssl/certs/site.crt on web-1 is not a regular file' }],
  })
  expect((await host.read(paths.keyPath)).toString()).toBe('former key')
  expect((await stat(host.fileOf(paths.keyPath))).mode & 0o7777).toBe(0o640)
  expect(await readdir(host.fileOf('/etc/ssl/private'))).toEqual(['site.key'])
})

/** A wire that is cut once, when the client has sent so many bytes, and whole again for whoever comes next. */
async function wireCutOnce(port: number, bytes: number) {
  let sent = 0
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true })
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    upstream.pipe(client)
    client.on('data', (piece) => {
      const isCut = sent < bytes && sent + piece.length >= bytes
      upstream.write(isCut ? piece.subarray(0, bytes - sent) : piece)
      sent += piece.length
      if (isCut) client.destroy()
    })
    client.on('close', () => upstream.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, sent: () => sent, stop: () => server.close() }
}

test('a connection that is cut at any moment of a deployment leaves a certificate with its own key', async () => {
  await saveServer('web')
  const [former, next] = [await certificate(), await certificate()]
  const files = { cert: chainText(former.identity), key: writePem('PRIVATE KEY', former.identity.privateKey) }
  const { db } = world.parts
  const servedAt = (port: number) =>
    db.updateTable('key_ssh_resource').set({ port }).where('name', '=', 'web-1').execute()
  onTestFinished(async () => void (await servedAt(host.host.port)))
  const deployOver = async (bytes: number) => {
    await host.write(paths.certificatePath, files.cert)
    await host.write(paths.keyPath, files.key)
    const wire = await wireCutOnce(host.host.port, bytes)
    await servedAt(wire.port)
    const answer = await deploy()('deployCertificate', next.input)
    wire.stop()
    const status = (answer.deployStatus as { status: string; message: string }[])[0]
    const pair = { crt: (await host.read(paths.certificatePath)).toString(), key: await host.read(paths.keyPath) }
    const isWhole = new X509Certificate(pair.crt).checkPrivateKey(createPrivateKey(pair.key))
    return { ...status, isWhole, isNext: pair.crt === chainText(next.identity), sent: wire.sent() }
  }
  const { sent } = await deployOver(Infinity)
  const outcomes = []
  for (let cut = 1; cut < 24; cut++) outcomes.push(await deployOver(Math.round((sent * cut) / 24)))
  for (const { status, isWhole, isNext } of outcomes) {
    expect({ isWhole, isNext }).toEqual({ isWhole: true, isNext: status === 'Success' })
  }
  expect(outcomes.filter(({ status }) => status === 'Failed').length).toBeGreaterThan(12)
}, 120_000)

test('many servers on one host, even with the same files, are served in turn', async () => {
  for (let at = 0; at < 12; at++) await saveServer(`s${at}`)
  const { input, identity } = await certificate()
  expect(await deploy()('deployCertificate', input)).toMatchObject({ result: { status: 'Success' }, totalRows: 12 })
  expect((await host.read(paths.certificatePath)).toString()).toBe(chainText(identity))
})

test('a host with another key than the pinned one gets no private key', async () => {
  await saveServer('web')
  const { db } = world.parts
  const { id } = await db
    .selectFrom('key_ssh_resource')
    .select('id')
    .where('name', '=', 'web-1')
    .executeTakeFirstOrThrow()
  const former = await db
    .selectFrom('key_ssh_host_key')
    .selectAll()
    .where('resource_id', '=', id)
    .executeTakeFirstOrThrow()
  const known = (fingerprint: string) =>
    db.updateTable('key_ssh_host_key').set({ fingerprint }).where('resource_id', '=', id).execute()
  await known('SHA256:other')
  onTestFinished(async () => {
    await known(former.fingerprint)
    await db.deleteFrom('key_ssh_host_alarm').execute()
  })
  const { input } = await certificate()
  expect(await deploy()('deployCertificate', input)).toMatchObject({
    deployStatus: [
      { status: 'Failed', message: expect.stringContaining('The host key ssh-ed25519 of web-1 has changed') as string },
    ],
  })
  expect(await readdir(host.fileOf('/etc/ssl/private'))).toEqual([])
})

test('a certificate without its key, an unknown server and no server at all are refused', async () => {
  const [bare, whole] = [await certificate({ withKey: false }), await certificate()]
  expect(await refusalOf(deploy()('deployCertificate', whole.input))).toMatch(/^serverName: No server is saved; save/)
  await saveServer('web')
  expect(await refusalOf(deploy()('deployCertificate', bare.input))).toMatch(
    /^common_name: The private key of .* is not/,
  )
  const unknown = deploy()('deployCertificate', { ...whole.input, serverName: 'Web' })
  expect(await refusalOf(unknown)).toBe('serverName: There is no saved server “Web”; save it with addServer first')
})

test('servers are saved, listed and forgotten, and the audit names them', async () => {
  await saveServer('web')
  const { details } = await servers()('listServers')
  expect(details).toMatchObject([{ serverName: 'web', ResourceName: 'web-1', userName: 'root', ...paths }])
  expect(await refusalOf(saveServer('web'))).toBe('serverName: A saved server “web” already exists')
  expect(await refusalOf(saveServer('x', { ResourceName: 'y' }))).toBe('ResourceName: There is no SSH resource “y”')
  expect(await refusalOf(saveServer('x', { keyPath: paths.certificatePath }))).toMatch(/^keyPath: /)
  for (const path of ['etc/x', '/etc/../x', '/etc/', '/etc//x', '/', '/etc/\u0000', '/etc/./x', '/a\nb']) {
    expect(await refusalOf(saveServer('x', { certificatePath: path }))).toMatch(/^certificatePath: /)
  }
  expect(await servers()('removeServer', { serverName: 'web' })).toMatchObject({ name: 'removeServer' })
  expect(await refusalOf(servers()('removeServer', { serverName: 'web' }))).toMatch(/^serverName: There is no saved/)
  const told = (await world.audit()).slice(-2).map(({ description }) => description)
  expect(told).toEqual(['Server “web” saved: root on web-1', 'Server “web” removed'])
})

test('a deployed private key is nowhere in clear, neither in the data folder nor on the disk of the host', async () => {
  await saveServer('web')
  const { identity, input } = await certificate()
  await deploy()('deployCertificate', input)
  const scalar = Buffer.from(
    createPrivateKey({ key: Buffer.from(identity.privateKey), format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
      .d ?? '',
    'base64url',
  )
  const [, line = ''] = writePem('PRIVATE KEY', identity.privateKey).split('\n')
  const files = await readdir(host.folder, { recursive: true, withFileTypes: true })
  const onDisk = await Promise.all(
    files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))),
  )
  for (const bytes of [await world.stored(), ...onDisk]) {
    for (const secret of [scalar, line, scalar.toString('hex'), scalar.toString('base64')])
      expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes('PRIVATE KEY')).toBe(false)
  }
  expect(onDisk.length).toBeGreaterThan(3)
})
