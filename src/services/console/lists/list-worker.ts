/** Worker for cached lists, so that long ones do not block the event loop. */
import { getHeapStatistics } from 'node:v8'
import { parentPort, resourceLimits } from 'node:worker_threads'
import { type CachedList, type Kind, kinds, type ListOrder, type ListReply, noRoom } from './list-messages.ts'

const lists = new Map<number, CachedList<Kind>>()

/** Lists are rejected before the heap is full, since exceeding its limit can end the whole process. */
const maxOfHeap = 0.75

function hasRoom(): boolean {
  const limit = (resourceLimits.maxOldGenerationSizeMb ?? Infinity) * 1024 * 1024
  return getHeapStatistics().used_heap_size <= maxOfHeap * limit
}
function requireRoom(): void {
  if (!hasRoom()) throw new Error(noRoom)
}

/** In steps, so that a query waits for at most one of them. */
function prepare(list: number): void {
  const kept = lists.get(list)
  try {
    if (kept && 'prepare' in kept && hasRoom() && kept.prepare()) setImmediate(prepare, list)
  } catch {
    // Reported to queries of this list.
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
