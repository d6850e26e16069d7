import { queryClient } from './client.ts'

let isLeaving = false

/** The page is about to be loaded anew, as nobody: what it would still ask for would come back as refused. */
export async function askNothingMore() {
  isLeaving = true
  await queryClient.cancelQueries()
}

/** A question that comes too late has no answer. */
export const unlessLeaving = <T>(ask: () => Promise<T>): Promise<T> => (isLeaving ? new Promise(() => {}) : ask())
