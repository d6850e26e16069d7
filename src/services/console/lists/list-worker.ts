/** Lists are kept in a thread of their own: whatever is done with a long one, nobody else waits for it. */
import { getHeapStatistics } from 'node:v8'
import { parentPort, resourceLimits } from 'node:worker_threads'
import { type Kept, type Kind, kinds, type ListOrder, type ListReply, noRoom } from './list-messages.ts'

const lists = new Map<number, Kept<Kind>>()

/** A heap that is full ends the thread, and with it, at times, the whole process: it must not come to that. */
const mostOfHeap = 0.75

function requireRoom(): void {
  const limit = (resourceLimits.maxOldGenerationSizeMb ?? Infinity) * 1024 * 1024
  if (getHeapStatistics().used_heap_size > mostOfHeap * limit) throw new Error(noRoom)
}

function done(order: ListOrder): unknown {
  const { list } = order
  if (order.do === 'open') return void lists.set(list, kinds[order.kind](order.now))
  if (order.do === 'drop') return void lists.delete(list)
  if (order.method.startsWith('add') || order.method === 'complete') requireRoom()
  const kept = lists.get(list) as Record<string, (input: unknown) => unknown> | undefined
  return kept?.[order.method]?.(order.input)
}

parentPort?.on('message', ({ id, order }: { id: number; order: ListOrder }) => {
  const reply = (said: Omit<ListReply, 'id'>) => parentPort?.postMessage({ id, ...said } satisfies ListReply, [])
  try {
    reply({ output: done(order) })
  } catch (error) {
    reply({ failure: error instanceof Error ? error.message : String(error) })
  }
})
