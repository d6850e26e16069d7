import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { inSession } from '#services/keys/ssh/on-host.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { requireResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { longestStall } from '../../crypto/longest-stall.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { refused } from './ssh/refused.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { trustHost } from './trust-host.ts'

const resourceName = 'build-server'
const asked = { userName: 'deploy', resourceName }
let host: RunningHost
let world: KeyWorld
let keys: ReturnType<typeof served>
beforeEach(async () => {
  ;[host, world] = await Promise.all([startRunningHost(), startKeyWorld()])
  keys = served()
})
afterEach(() => Promise.all([host.stop(), world.stop()]))

function served() {
  const rows = { ...sshKeyRows, ...sshHostRows, ...sshResourceRows }
  const { parts } = world
  return world.serve(rows, { ...sshKeyHandlers(parts), ...sshHostHandlers(parts), ...sshResourceHandlers(parts) })
}

async function addAt(port: number) {
  await keys.call('addSshResource', { ResourceName: resourceName, IPADDRESS: '127.0.0.1', Port: port })
  await trustHost(world, resourceName)
}
const apply = () => keys.call('applyCredentials', { userName: 'root', password, resourceName, isAdmin: 'true' })

/** A way to the host on which connections are counted, and something may happen first. */
async function countingWay(first: () => Promise<unknown> = () => Promise.resolve()) {
  const count = { now: 0, max: 0, total: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    count.max = Math.max(count.max, ++count.now)
    count.total++
    socket.on('close', () => count.now--)
    const begin = () => {
      const onward = connect(host.host.port, '127.0.0.1')
      for (const one of [socket, onward]) sockets.add(one.on('error', () => one.destroy()))
      socket.pipe(onward).pipe(socket)
    }
    void first().then(begin)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { count, port: (server.address() as AddressInfo).port }
}

test('ten sessions run at a time, each call has one, and none stays open', async () => {
  const { count, port } = await countingWay()
  await addAt(port)
  await apply()
  await Promise.all(Array.from({ length: 30 }, () => keys.call('listSshKeysOfUser', asked)))
  expect(count.total).toBe(37) // six of them asked, when it was trusted, for host keys of each type
  expect(count.max).toBeLessThanOrEqual(15) // an eleventh may begin while the end of another is on its way
  expect(count.max).toBeGreaterThan(5) // they did not wait for each other all the time
  await expect.poll(() => count.now).toBe(0)
})

test('what is too much to wait for is refused at once, and the rest is done', async () => {
  await addAt(host.host.port)
  await apply()
  const calls = await Promise.allSettled(Array.from({ length: 130 }, () => keys.call('listSshKeysOfUser', asked)))
  const sentAway = calls.filter((call) => call.status === 'rejected')
  expect(sentAway).toHaveLength(20) // ten are worked on, a hundred wait
  for (const { reason } of sentAway) expect(reason).toMatchObject({ code: 'BUSY', status: 503 })
}, 120_000)

test('work on a host that never comes to its end is given up', async () => {
  await addAt(host.host.port)
  const resource = await requireResource(world.parts.db, resourceName)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const started = Promise.withResolvers<void>()
  const endless = inSession(world.parts, resource, { user: 'root', password }, (session) => {
    started.resolve()
    return session.run('cat').then(() => new Promise<never>(() => undefined))
  })
  const outcome = refused(endless)
  await started.promise
  vi.advanceTimersByTime(45_000)
  expect(await outcome).toMatchObject({ reason: 'too-slow', message: 'build-server did not finish in 45 s' })
})

test('a key that is deleted while it is being associated leaves no association behind', async () => {
  let meanwhile = () => Promise.resolve<unknown>(undefined)
  const { port } = await countingWay(() => meanwhile())
  await addAt(port)
  await apply()
  await keys.call('createSshKey', { keyName: 'build', keyType: 'ed25519' })
  meanwhile = () => keys.call('deleteSshKey', { key_name: 'build' })
  expect(await refusalOf(keys.call('associateKey', { ...asked, keyName: 'build' }))).toBe(
    'keyName: The key was deleted in the meantime, but it is now in /home/deploy/.ssh/authorized_keys on “build-server”',
  )
  expect(await world.parts.db.selectFrom('key_ssh_association').selectAll().execute()).toEqual([])
})

const MiB = 1024 * 1024
const filled = (text: string) => text.repeat(Math.floor(MiB / text.length))
const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJQyWfDGBuVxfPGLPCx1Y2s4Ls6bO8nd9JlHbu1zOTZ7'

test.for([
  ['line ends', filled('\n')],
  ['quotes', filled('"').slice(1)],
  ['options that never end', `"${filled('a')}`.slice(0, MiB)],
  ['quoted quotes', `"${filled('\\"')}`.slice(0, MiB)],
  ['options', filled('a,"b",')],
  ['keys', filled(`${publicKey} x\n`)],
  ['one endless key', `ssh-ed25519 ${filled('A')}`.slice(0, MiB)],
  ['blanks', filled(' ').slice(1)],
] as const)('1 MiB of %s in a user’s file holds nobody up', async ([, content]) => {
  await addAt(host.host.port)
  await apply()
  await keys.call('createSshKey', { keyName: 'build', keyType: 'ed25519' })
  await host.write('/home/deploy/.ssh/authorized_keys', content)
  const stall = await longestStall(async () => {
    expect(await keys.call('listSshKeysOfUser', asked)).toMatchObject({ details: '' })
    const full = keys.call('associateKey', { ...asked, keyName: 'build' })
    await full.catch((error: unknown) => expect(String(error)).toContain('would have more than'))
  })
  expect(stall).toBeLessThan(200)
})

test('a service that ends in the middle of looking for users ends quietly', async () => {
  await addAt(host.host.port)
  await apply()
  await keys.call('enumerateUsers', { userName: 'root', resourceName })
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  await world.stop()
  await host.stop()
  await new Promise(setImmediate)
  expect(unhandled).toEqual([])
  ;[host, world] = await Promise.all([startRunningHost(), startKeyWorld()]) // for the end of the test
})
