import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { associateKey } from '#services/keys/ssh/authorized-keys-file.ts'
import { HostKeyChanged } from '#services/keys/ssh/ssh-refusal.ts'
import { openSession } from '#services/keys/ssh/ssh-session.ts'
import { verifyCredentials } from '#services/keys/ssh/verify-credentials.ts'
import { refusalFrom } from '../../../crypto/refusal-of.ts'
import { sshVectors, vectorFile } from '../../../crypto/ssh/vectors.ts'
import { withinMs } from '../../../support/runs.ts'
import { refused } from './refused.ts'
import { password, type RunningHost, startRunningHost } from './running-host.ts'

let host: RunningHost
beforeAll(async () => {
  host = await startRunningHost()
})
afterAll(() => host.stop())

/** A port where something else than SSH answers. */
async function listenAs(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    answer(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { address: '127.0.0.1', port: (server.address() as AddressInfo).port, name: 'old-printer' }
}

test('credentials are tried before they are kept, and tell whether the user may administer others', async () => {
  const tried = async (user: string) => {
    using session = await host.login(user)
    return await verifyCredentials(session)
  }
  const { hostKey, isAdmin } = await tried('root')
  expect(hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(isAdmin).toBe(true)
  expect(await tried('deploy')).toEqual({ hostKey, isAdmin: false })
})

test('the host key that was pinned is accepted, and another one is refused before a secret leaves', async () => {
  using first = await host.login('deploy')
  const pins = [{ type: 'ssh-ed25519', fingerprint: first.hostKey }]
  using again = await host.login('deploy', { pins })
  expect(again.hostKey).toBe(first.hostKey)

  const other = await startRunningHost()
  onTestFinished(() => other.stop())
  const refusal = await refused(host.login('deploy', { pins, host: other.host }))
  using ofOther = await other.login('deploy')
  if (!(refusal instanceof HostKeyChanged)) throw refusal
  expect(refusal).toMatchObject({ reason: 'host-key-changed', known: first.hostKey, seen: ofOther.hostKey })
  expect(refusal.message).toContain(first.hostKey)
  expect(refusal.message).toContain(ofOther.hostKey)
})

test('a host keeps its key when it is started again', async () => {
  using session = await host.login('deploy')
  const { startSshHost } = await import('#services/lab/ssh-host/ssh-host.ts')
  const again = await startSshHost({ folder: host.folder, disk: host.disk, password, port: 0 })
  onTestFinished(() => again.close())
  using second = await host.login('deploy', { host: { ...host.host, port: again.port } })
  expect(second.hostKey).toBe(session.hostKey)
})

test('a wrong password, a user whom nobody knows and a key that is not authorized answer alike', async () => {
  const { file } = createSshKey({ keyType: 'ed25519' })
  const attempts = [
    { user: 'deploy', password: 'wrong' },
    { user: 'deploy', password: '' },
    { user: 'mallory', password },
    { user: 'deploy', privateKey: file },
  ]
  for (const credentials of attempts) {
    const refusal = await refused(openSession(host.host, credentials, { work: host.work }))
    expect(refusal).toMatchObject({
      reason: 'wrong-credentials',
      message: 'build-server did not accept these credentials',
    })
    expect(inspect(refusal, { depth: 9 })).not.toMatch(/pässword|PRIVATE KEY/)
  }
})

/** Of each kind of key and each program that made files: ssh-keygen, puttygen, openssl. */
const encrypted = sshVectors.filter(({ file }) => /^\w+-\d+\.(openssh|v3|pkcs8)-encrypted\./.test(file))

test('every kind of key is tried', () => {
  const kinds = ['dsa-1024', 'ecdsa-256', 'ecdsa-384', 'ecdsa-521', 'ed25519-256', 'rsa-1024', 'rsa-2048', 'rsa-3072']
  expect([...new Set(encrypted.map(({ key }) => key))].sort()).toEqual(kinds)
})

test.each(encrypted)('log in with $file', async ({ file, passphrase, public: publicLine }) => {
  using root = await host.login('root')
  await associateKey(root, 'backup', publicLine)
  const credentials = { user: 'backup', privateKey: vectorFile(file), passphrase }
  using session = await openSession(host.host, credentials, { work: host.work })
  expect((await session.run('id -un')).output).toBe('backup\n')
})

test('a wrong passphrase of the key is told apart from a key that the host refuses', async () => {
  const { file } = createSshKey({ keyType: 'ed25519', passphrase: 'right' })
  expect(await refusalFrom(host.loginWithKey('deploy', file, 'wrong'))).toMatchObject({ reason: 'wrong-passphrase' })
  expect(await refusalFrom(host.loginWithKey('deploy', 'no key at all'))).toMatchObject({ reason: 'not-recognized' })
})

test('a host that is not there is named, and so is the reason', async () => {
  const nowhere = await listenAs(() => {})
  const closed = { ...nowhere, port: 1 }
  expect(await refused(host.login('root', { host: closed }))).toMatchObject({
    reason: 'unreachable',
    message: 'old-printer cannot be reached (ECONNREFUSED)',
  })
  const unknown = { ...nowhere, address: 'no-such-host.invalid' }
  expect(await refused(host.login('root', { host: unknown }))).toMatchObject({ reason: 'unreachable' })
})

test('what accepts and says nothing, drips, hangs up or speaks HTTP is given up in time', async () => {
  const deadlines = { loginMs: 400 }
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('S'), 50)
    socket.on('close', () => clearInterval(timer))
  }
  const web = (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  const expected = [
    [() => {}, 'too-slow'],
    [drip, 'too-slow'],
    [(socket: Socket) => void socket.end(), 'not-ssh'],
    [(socket: Socket) => void socket.resetAndDestroy(), 'unreachable'],
    [web, 'not-ssh'],
    [(socket: Socket) => void socket.write(`SSH-2.0-x\r\n${'\0'.repeat(4096)}`), 'not-ssh'],
  ] as const
  for (const [answer, reason] of expected) {
    const start = Date.now()
    expect(await refused(host.login('root', { host: await listenAs(answer), deadlines }))).toMatchObject({ reason })
    expect(Date.now() - start).toBeLessThan(withinMs(2000))
  }
})

test('a session that is closed answers no more', async () => {
  const session = await host.login('deploy')
  const files = await session.files()
  session.close()
  expect(await refused(files.realPath('.'))).toMatchObject({ reason: 'disconnected' })
  expect(await refused(session.run('id -un'))).toMatchObject({ reason: 'disconnected' })
})

test('an idle session ends by itself', async () => {
  const session = await host.login('deploy', { deadlines: { idleMs: 100 } })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await refused(session.files())).toMatchObject({ reason: 'too-slow' })
})
