import { QueryClient } from '@tanstack/react-query'
import { Problem } from '#contract/problem.ts'
import type { Resource } from '#contract/resource.ts'

/** What a query's answer depends on, for invalidation. */
export type QueryMeta = {
  reads: readonly Resource[]
  /** Of an extension: where it is found, besides others that a server has or lacks together with it. */
  place?: string
  /** Nothing but a person asks for it. */
  isSecret?: true
}

/**
 * A read is retried once, when trying again may help; what a person must correct is never retried, and nobody waits twice
 * for a server that does not answer. What still fails is asked for again by `recovery.ts`.
 */
const mayRetry = (failures: number, error: Error) =>
  failures < 1 && error instanceof Problem && (error.status >= 502 || error.status === 0) && error.status !== 504

export const defaultStaleMs = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: 400,
      staleTime: defaultStaleMs,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // The browser means the Internet: a console on this machine or in a network of its own answers all the same.
      networkMode: 'always',
      throwOnError: false,
    },
    mutations: { retry: false, networkMode: 'always' }, // fails now, instead of being sent when nobody expects it
  },
})

let isLeaving = false

/** The page is about to be loaded anew, as nobody: what it would still ask for would come back as refused. */
export async function askNothingMore() {
  isLeaving = true
  await queryClient.cancelQueries()
}

/** A call that comes too late has no answer. */
export const unlessLeaving = <T>(ask: () => Promise<T>): Promise<T> => (isLeaving ? new Promise(() => {}) : ask())
