// The lab's hosts with what key management keeps of them: the same ones after every start, and nothing of them in clear.
import { randomInt, type X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { validityOf } from '#crypto/x509/validity.ts'
import { deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { openSession } from '#services/keys/ssh/ssh-session.ts'
import { type LabHosts, type ShownHosts, startLabHosts } from '#services/lab/hosts.ts'
import { issueIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { contextOf } from '#services/lab/tls-hosts/web-host.ts'
import { labAuthority } from '../keys/discovery/lab-hosts.ts'
import { type KeyWorld, startKeyWorld } from '../keys/key-world.ts'

const authority = await labAuthority()
const password = 'the password of the first run'

let world: KeyWorld
beforeAll(async () => {
  world = await startKeyWorld()
})
afterAll(() => world.stop())

/** @param before without it they take the usual ports, or others where another file's hosts have these */
async function start(before?: ShownHosts, chosenPassword = password): Promise<LabHosts> {
  const hosts = await startLabHosts(world.parts, {
    folder: join(world.folder, 'lab'),
    password: chosenPassword,
    authority,
    before,
  })
  onTestFinished(() => hosts.close())
  return hosts
}

const logIn = (hosts: LabHosts, at: number, user = 'root') => {
  const { name, address, port } = hosts.ssh[at] ?? { name: '', address: '', port: 0 }
  return openSession({ name, address, port }, { user, password: hosts.password }, { work: world.parts.work })
}

function shown(host: { address: string; port: number } | undefined): Promise<X509Certificate | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host?.address, port: host?.port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate())
      socket.destroy()
    }).on('error', reject)
  })
}

test('three SSH hosts are there to log in to, and key management knows them', async () => {
  const hosts = await start()
  const resources = await world.parts.db.selectFrom('key_ssh_resource').selectAll().orderBy('id').execute()
  expect(resources.map(({ name, address, port }) => ({ name, address, port }))).toEqual(
    hosts.ssh.map(({ name, address, port }) => ({ name, address, port })),
  )
  for (const at of hosts.ssh.keys()) {
    for (const user of ['root', 'deploy', 'backup']) {
      using session = await logIn(hosts, at, user)
      expect((await session.run('id -un')).output).toBe(`${user}\n`)
    }
  }
})

test('after another start they are the same: password, ports, host keys, files and certificates', async () => {
  const seen = async (hosts: LabHosts) => {
    using session = await logIn(hosts, 1)
    const valid = hosts.tls.find(({ name }) => name === 'valid')
    return {
      password: hosts.password,
      ports: [...hosts.ssh, ...hosts.tls].map(({ port }) => port),
      hostKey: session.hostKey,
      fingerprint: (await shown(valid))?.fingerprint256,
    }
  }
  // Below the ports that a system gives out, and not the usual ones, which hosts of other files take meanwhile.
  const port = randomInt(24_000, 32_000)
  const at = (name: string, ownPort: number) => ({ name, address: '127.0.0.1', port: ownPort, users: [] })
  const chosen = {
    ssh: [at('web', port + 10), at('build', port + 11), at('backup', port + 12)],
    tls: [at('valid', port)],
    web: { resource: '', certificatePath: '', keyPath: '' },
  }
  const first = await start(chosen)
  const before = await seen(first)
  await first.close()
  expect(before.ports.slice(0, 4)).toEqual([port + 10, port + 11, port + 12, port])
  expect(await seen(await start(first, 'another password'))).toEqual(before)
  const resources = await world.parts.db.selectFrom('key_ssh_resource').select('name').execute()
  expect(resources).toHaveLength(3)
})

test('ports that are taken meanwhile are given way to, and key management learns of the new ones', async () => {
  const first = await start()
  await first.close()
  const taken: Server[] = []
  for (const { address, port } of [first.ssh[0], first.tls[3]].map((host) => host ?? { address: '', port: 0 })) {
    const server = createServer().listen(port, address)
    // Another process may have been quicker: it is taken then, too.
    const error = await once(server, 'listening').then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    )
    if (error) expect(error.code).toBe('EADDRINUSE')
    else taken.push(server)
  }
  onTestFinished(() => taken.forEach((server) => void server.close()))
  const second = await start(first)
  expect(second.ssh[0]?.port).not.toBe(first.ssh[0]?.port)
  expect(new Set(second.tls.map(({ port }) => port)).size).toBe(process.platform === 'linux' ? 1 : second.tls.length)
  expect(second.tls[3]?.port).not.toBe(first.tls[3]?.port)
  const web = await world.parts.db.selectFrom('key_ssh_resource').select('port').where('id', '=', 1).executeTakeFirst()
  expect(web?.port).toBe(second.ssh[0]?.port)
})

test('what is deployed to the first host is what the site web shows', async () => {
  const hosts = await start()
  const site = await issueIdentity(authority, {
    commonName: 'deployed.example',
    names: 'deployed.example',
    key: { algorithm: 'EC', bits: 256 },
    validity: validityOf(3, 'days'),
  })
  const { cert, key } = contextOf(site)
  using session = await logIn(hosts, 0)
  await deliverFile(session, hosts.web.keyPath, Buffer.from(key), { mode: 0o600 })
  await deliverFile(session, hosts.web.certificatePath, Buffer.from(cert), { mode: 0o644 })
  const web = hosts.tls.find(({ name }) => name === 'web')
  await expect.poll(async () => (await shown(web))?.subject).toContain('deployed.example')
})

test('no password, no private key and no file of a host is on the disk in clear', async () => {
  const hosts = await start()
  using session = await logIn(hosts, 2)
  await deliverFile(session, '/home/backup/canary', Buffer.from('a canary of nineteen bytes'), { mode: 0o600 })
  await hosts.close()
  const files = await readdir(world.folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  expect(paths.filter((path) => path.includes('ssh_host_ed25519_key'))).toHaveLength(3)
  for (const path of paths) {
    const text = (await readFile(path)).toString('latin1')
    for (const secret of ['PRIVATE KEY', 'a canary of', hosts.password, '"privateKey"']) {
      expect(text.includes(secret), `${secret} in ${path}`).toBe(false)
    }
  }
})

test('files of another database are moved aside, and the hosts start with new ones', async () => {
  const other = await startKeyWorld()
  onTestFinished(() => other.stop())
  const folder = join(other.folder, 'lab')
  const startedBy = async ({ parts }: KeyWorld) => {
    const moved: string[] = []
    const hosts = await startLabHosts(parts, { folder, password, authority, onForeignFiles: (to) => moved.push(to) })
    await hosts.close()
    return moved
  }
  expect(await startedBy(other)).toEqual([])
  const files = await readdir(folder, { recursive: true })

  const [movedTo = ''] = await startedBy(world)
  expect(await readdir(movedTo, { recursive: true })).toEqual(files)
  expect(await startedBy(world)).toEqual([])
})
