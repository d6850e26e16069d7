import { Worker } from 'node:worker_threads'
import { Problem } from '#contract/problem.ts'
import { type CachedList, type Kind, type ListOrder, type ListReply, noRoom } from './list-messages.ts'

/** Heap limit of the thread. Exceeding it only affects the cached lists. */
const maxHeapMiB = 1536
/** Starting a thread takes some 100 ms. */
const idleMs = 60_000

type Method<K extends Kind> = keyof CachedList<K> & string
type InputOf<K extends Kind, M extends Method<K>> = CachedList<K>[M] extends (input: infer I) => unknown ? I : never
type OutputOf<K extends Kind, M extends Method<K>> = CachedList<K>[M] extends (input: never) => infer O ? O : never

/** A list in the thread. */
export type ThreadList<K extends Kind> = {
  call: <M extends Method<K>>(method: M, input: InputOf<K, M>) => Promise<OutputOf<K, M>>
  drop: () => void
}
export type ListThread = ReturnType<typeof listThread>

/** Keeps lists in a separate thread, started with the first list and stopped after the last. */
export function listThread(heapMiB = maxHeapMiB) {
  let thread: ReturnType<typeof started> | undefined
  let idle: NodeJS.Timeout | undefined
  let [lists, opened] = [0, 0]

  const end = () => {
    const ended = thread?.end()
    thread = undefined
    return ended
  }
  return {
    open<K extends Kind>(kind: K, now: number): ThreadList<K> {
      clearTimeout(idle)
      if (thread?.isOver()) thread = undefined
      const here = (thread ??= started(heapMiB))
      const list = (opened += 1)
      lists += 1
      const ready = here.post({ do: 'open', list, kind, now })
      ready.catch(() => undefined)
      let isDropped = false
      return {
        call: async (method, input) => {
          await ready
          return (await here.post({ do: 'call', list, method, input })) as never
        },
        drop: () => {
          if (isDropped) return
          isDropped = true
          lists -= 1
          here.post({ do: 'drop', list }).catch(() => undefined)
          if (lists === 0) idle = setTimeout(() => void end(), idleMs).unref()
        },
      }
    },
    close: async () => {
      clearTimeout(idle)
      await end()
    },
  }
}

const tooLarge = () =>
  new Problem('ANSWER_TOO_LARGE', 'The list does not fit into the memory of this console', { service: 'console' })

function started(heapMiB: number) {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  })
  // Cached lists do not keep the process alive.
  worker.unref()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  let over: Problem | undefined
  const fail = (problem: Problem) => {
    over ??= problem
    for (const { reject } of waiting.values()) reject(over)
    waiting.clear()
  }
  worker.on('message', ({ id, output, failure }: ListReply) => {
    if (failure === noRoom) {
      fail(tooLarge())
      void worker.terminate()
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) asked?.resolve(output)
    else asked?.reject(new Error(failure))
  })
  worker.on('error', ({ code }: NodeJS.ErrnoException) =>
    fail(
      code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? tooLarge()
        : new Problem('FAILED', 'The list could not be cached', { service: 'console' }),
    ),
  )
  worker.on('exit', () => fail(new Problem('FAILED', 'The list is no longer cached', { service: 'console' })))
  return {
    isOver: () => over !== undefined,
    post: (order: ListOrder): Promise<unknown> => {
      if (over) return Promise.reject(over)
      const id = (count += 1)
      const asked = Promise.withResolvers<unknown>()
      waiting.set(id, asked)
      worker.postMessage({ id, order }, [])
      return asked.promise
    },
    end: () => worker.terminate(),
  }
}
