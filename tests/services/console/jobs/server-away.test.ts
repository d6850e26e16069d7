// A server that is away costs nobody a visit: what was not sent waits for it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { pace, startJobs } from './job-world.ts'

/** A place that can be left and come back to, at the same address: there nobody else listens. */
const host = '127.0.0.77'

/** Leads to the device server, as long as it is open. */
async function startGateway(port = 0) {
  const sockets = new Set<Socket>()
  let to = 0
  const server = createServer((from) => {
    const further = connect(to, '127.0.0.1')
    for (const socket of [from, further]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => [from, further].forEach((one) => one.destroy()))
    }
    from.pipe(further).pipe(from)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next: number) => (to = next),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

test('a job waits for an unavailable server, says so, and continues when it is back', async () => {
  const before = await startGateway()
  const { port } = before
  await before.close()
  const world = await startJobs({
    realMdm: { url: `http://${host}:${port}`, key: 'unused' },
    jobPace: { ...pace, backoffMs: 20, awayMs: 200 },
  })
  onTestFinished(() => world.proxy.stop())
  const cookie = await world.proxy.signIn('writer')
  const { id } = await world.start(cookie, 3)
  await world.until(id, cookie, {
    state: 'paused',
    why: {
      code: 'SERVER_AWAY',
      message: 'The server cannot be reached (ECONNREFUSED). The job resumes when it can be reached again.',
    },
    counts: { waiting: 3, unknown: 0 },
  })
  const back = await startGateway(port)
  onTestFinished(() => back.close())
  back.leadTo(Number(world.proxy.mdm.url.port))
  await world.until(id, cookie, { state: 'ended', counts: { done: 3 } })
  expect(world.server.sent).toHaveLength(1)
})
