import { buffer } from 'node:stream/consumers'
import type { Arriving } from '#platform/network/client-address.ts'

type Parts = AsyncIterable<Uint8Array<ArrayBuffer>>

/** Parts as a body. In HTTP/1.0 a connection that breaks off looks like the end of an answer: there it is sent whole. */
export const bodyOfParts = async (parts: Parts, incoming: Arriving | undefined) =>
  incoming?.httpVersion === '1.0' ? Uint8Array.from(await buffer(parts)) : streamOf(parts, incoming)

/** Where the parts break off, so does the connection: what comes too short must not look complete. */
function streamOf(parts: Parts, incoming: Arriving | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const part = await iterator.next()
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      } catch (error) {
        controller.error(error)
        incoming?.socket.destroy?.()
      }
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}
