// Requests that take long because of what they send: neither cut for it, nor waited for without end.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { protectServer } from '#platform/sockets/protect-server.ts'
import { bytesOf, discardRest, SenderSilent } from '#platform/uploads/incoming-bytes.ts'

let server: ReturnType<typeof createServer>
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serving(take: (incoming: IncomingMessage) => Promise<string>, sent = 'abc') {
  server = createServer({ headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 })
  protectServer(server, { headers: () => ({}), isExempt: () => true })
  server.on('request', (incoming, outgoing) => {
    void take(incoming)
      .then((said) => outgoing.end(said))
      .catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 6 } })
  const answered = once(sending, 'response').then(async ([answer]) => {
    const { statusCode } = answer as IncomingMessage
    return { statusCode, said: await text(answer as IncomingMessage) }
  })
  sending.write(sent)
  return { sending, answered, late: once(server, 'clientError') }
}

const length = async (incoming: IncomingMessage) => {
  let size = 0
  for await (const chunk of bytesOf(incoming)) size += chunk.length
  await discardRest(incoming)
  return `${size} bytes`
}

test('an upload may take longer than other requests', async () => {
  const { sending, answered, late } = await serving(length)
  await late
  sending.end('def')
  expect(await answered).toEqual({ statusCode: 200, said: '6 bytes' })
})

test('any other request that takes so long is refused', async () => {
  const { answered, late } = await serving(text as (incoming: IncomingMessage) => Promise<string>)
  await late
  expect(await answered).toMatchObject({ statusCode: 408 })
})

test('who sends nothing more is given up', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { answered } = await serving(async (incoming) => {
    try {
      const bytes = bytesOf(incoming, 20)
      while (!(await bytes.next()).done);
    } catch (error) {
      resolve(error)
    }
    return ''
  })
  answered.catch(() => undefined)
  expect(await promise).toBeInstanceOf(SenderSilent)
})

test('a rejected upload that has arrived whole is answered at once', async () => {
  const start = performance.now()
  const { sending, answered } = await serving(async (incoming) => {
    const bytes = bytesOf(incoming)
    await bytes.next()
    while (!incoming.complete) await nextTurn()
    void bytes.next() // its reader looks for more when it is rejected
    await discardRest(incoming)
    return 'rejected'
  }, 'abcdef')
  sending.end()
  expect(await answered).toEqual({ statusCode: 200, said: 'rejected' })
  expect(performance.now() - start).toBeLessThan(4_000) // waiting for more takes five seconds
})

test('a rejected upload that breaks off at once is nobody else’s error', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const { promise: discarded, resolve } = Promise.withResolvers<void>()
  const { sending, answered } = await serving(async (incoming) => {
    const rest = discardRest(incoming)
    incoming.emit('error', new Error('read ECONNRESET'))
    await rest
    resolve()
    return ''
  })
  answered.catch(() => undefined)
  await discarded
  await nextTurn()
  sending.destroy()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
