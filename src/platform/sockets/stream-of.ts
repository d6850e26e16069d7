import type { Arriving } from '#platform/network/client-address.ts'

/** Parts as a body. Where they break off, so does the connection: what comes too short must not look complete. */
export function streamOf(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  incoming: Arriving | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const part = await iterator.next()
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      } catch (error) {
        if (!incoming?.socket.destroy) controller.error(error)
        incoming?.socket.destroy?.()
      }
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}
