import { QueryClient } from '@tanstack/react-query'
import { Problem } from '#contract/problem.ts'
import type { Resource } from '#contract/resource.ts'

/** Resources that a query depends on, for invalidation. */
export type QueryMeta = {
  reads: readonly Resource[]
  /** For optional operations: the group that a server supports or lacks as a whole. */
  place?: string
  /** Fetched only on user request. */
  isSecret?: true
  /** Refetched after a change without delaying it, since it depends on all servers. */
  isAside?: true
}

/**
 * Reads are retried once after transient errors, but not after timeouts or errors that the user must correct.
 * `recovery.ts` retries what still fails.
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
      // “Offline” refers to the Internet: a console on this machine or in a private network is still reachable.
      networkMode: 'always',
      throwOnError: false,
    },
    mutations: { retry: false, networkMode: 'always' }, // fails immediately instead of being sent later, when the user
    // no longer expects it
  },
})

let isLeaving = false

/** Stops all calls before the page reloads after sign-out, because they would be rejected. */
export async function stopCalls() {
  isLeaving = true
  await queryClient.cancelQueries()
}

/** Sends a call, unless calls have been stopped: it then never resolves. */
export const unlessLeaving = <T>(ask: () => Promise<T>): Promise<T> => (isLeaving ? new Promise(() => {}) : ask())
