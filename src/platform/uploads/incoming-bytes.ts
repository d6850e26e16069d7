import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** Idle timeout of an upload. */
const silentMs = 30_000
/** Limit for draining a rejected upload, so that its sender receives the response. */
const restMs = 5_000

/** Sockets whose requests may exceed the usual time limit. */
const long = new WeakSet<Socket>()
export const mayTakeLong = (socket: Socket) => long.has(socket)

export class SenderSilent extends Error {}

/** The body of a request, with backpressure. Callers finish with `discardRest`. */
export async function* bytesOf(incoming: IncomingMessage, timeoutMs = silentMs): AsyncGenerator<Uint8Array> {
  long.add(incoming.socket)
  const chunks = incoming.iterator({ destroyOnReturn: false })
  for (;;) {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new SenderSilent()), timeoutMs)
    const next = await Promise.race([chunks.next(), silence]).finally(() => clearTimeout(timer))
    if (next.done) return
    yield next.value as Buffer
  }
}

/** A response before the end of a long request is lost with the connection unless the rest is read. */
export async function discardRest(incoming: IncomingMessage): Promise<void> {
  long.delete(incoming.socket)
  if (incoming.readableEnded || incoming.destroyed) return
  const over = new AbortController()
  const { signal } = over
  // The body may end or break off before the next turn.
  const ends = ['end', 'close'].map((event) => once(incoming, event, { signal }))
  const ended = Promise.race([...ends, delay(restMs, undefined, { signal, ref: false })]).catch(() => undefined)
  incoming.removeAllListeners('readable') // of a stopped reader
  await nextTurn()
  incoming.resume()
  await ended
  over.abort()
}
