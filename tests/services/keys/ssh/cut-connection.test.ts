import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { associateKey } from '#services/keys/ssh/authorized-keys-file.ts'
import { withinMs } from '../../../support/runs.ts'
import { refused } from './refused.ts'
import { type RunningHost, startRunningHost } from './running-host.ts'
import { unreliableWire, type WireEnd } from './unreliable-wire.ts'

const path = '/home/deploy/.ssh/authorized_keys'
const { publicLine } = createSshKey({ keyType: 'ed25519', comment: 'mine' })
const former = Buffer.from('# a line of an administrator\n'.repeat(2000))
const edited = Buffer.concat([former, Buffer.from(`${publicLine}\n`)])

let host: RunningHost
beforeAll(async () => {
  host = await startRunningHost()
})
afterAll(() => host.stop())

async function editOver(bytes: number, end: WireEnd) {
  await host.write(path, former)
  const wire = await unreliableWire(host.host, { bytes, end })
  try {
    using session = await host.login('deploy', { host: wire.host, deadlines: { idleMs: end === 'cut' ? 10_000 : 300 } })
    return await associateKey(session, 'deploy', publicLine)
  } finally {
    await wire.stop()
  }
}

/** How much the client sends until it is logged in, and until the edit is done. */
async function bytesSent() {
  const wire = await unreliableWire(host.host, { bytes: Infinity, end: 'cut' })
  await host.write(path, former)
  using session = await host.login('deploy', { host: wire.host })
  const atLogin = wire.sentBytes()
  await associateKey(session, 'deploy', publicLine)
  const atEnd = wire.sentBytes()
  await wire.stop()
  return { atLogin, atEnd }
}

test('a connection that is cut at any moment of an edit leaves the former file or the new one, and always whole', async () => {
  const { atLogin, atEnd } = await bytesSent()
  const cuts = 40
  let kept = 0
  for (let cut = 1; cut <= cuts; cut++) {
    const bytes = Math.round(atLogin + ((atEnd - atLogin) * cut) / (cuts + 1))
    expect(await refused(editOver(bytes, 'cut'))).toMatchObject({ reason: 'disconnected' })
    const now = await host.read(path)
    expect([former, edited]).toContainEqual(now)
    if (now.equals(former)) kept++
  }
  expect(kept).toBeGreaterThan(cuts / 2) // the cuts did fall into the edit
}, 120_000)

test('a host that falls silent in the middle of an edit is given up, and the former file stays', async () => {
  const { atLogin, atEnd } = await bytesSent()
  const start = Date.now()
  const refusal = await refused(editOver(Math.round((atLogin + atEnd) / 2), 'silence'))
  expect(refusal).toMatchObject({ reason: 'too-slow', message: 'build-server has been silent for too long' })
  expect(Date.now() - start).toBeLessThan(withinMs(3000))
  expect(await host.read(path)).toEqual(former)
})
