import { buffer } from 'node:stream/consumers'
import type { Arriving } from '#platform/network/client-address.ts'

type Parts = AsyncIterable<Uint8Array<ArrayBuffer>>

/**
 * A streamed body. HTTP/1.0 cannot distinguish a broken connection from the end of a response, so the body is buffered
 * there.
 */
export const bodyOfParts = async (parts: Parts, incoming: Arriving | undefined) =>
  incoming?.httpVersion === '1.0' ? Uint8Array.from(await buffer(parts)) : streamOf(parts, incoming)

/** If the source fails, the connection is closed, so that a truncated body is not taken as complete. */
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
