/** Lists are kept in a thread of their own: whatever is done with a long one, nobody else waits for it. */
import { getHeapStatistics } from 'node:v8'
import { parentPort, resourceLimits } from 'node:worker_threads'
import { type Kept, type Kind, kinds, type ListOrder, type ListReply, noRoom } from './list-messages.ts'

const lists = new Map<number, Kept<Kind>>()

/** A heap that is full ends the thread, and with it, at times, the whole process: it must not come to that. */
const maxOfHeap = 0.75

function hasRoom(): boolean {
  const limit = (resourceLimits.maxOldGenerationSizeMb ?? Infinity) * 1024 * 1024
  return getHeapStatistics().used_heap_size <= maxOfHeap * limit
}
function requireRoom(): void {
  if (!hasRoom()) throw new Error(noRoom)
}

/** Step by step, so that whoever asks meanwhile waits for one step at most. */
function prepare(list: number): void {
  const kept = lists.get(list)
  try {
    if (kept && 'prepare' in kept && hasRoom() && kept.prepare()) setImmediate(prepare, list)
  } catch {
    // Whoever asks for it is told.
  }
}

function done(order: ListOrder): unknown {
  const { list } = order
  if (order.do === 'open') return void lists.set(list, kinds[order.kind](order.now))
  if (order.do === 'drop') return void lists.delete(list)
  if (order.method.startsWith('add') || order.method === 'complete') requireRoom()
  if (order.method === 'complete') setImmediate(prepare, list)
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
