import type { Input, Endpoint } from '#contract/endpoint.ts'

/** One request to the proxy and what became of it, for who looks on. */
export type CallRecord = {
  endpoint: Endpoint
  input: Input<Endpoint>
  startedAt: number
  milliseconds: number
  /** HTTP status of the proxy's answer; 0 where none came. */
  status: number
  /** Of what was answered, in characters; of a file, in bytes. */
  size: number
  /** Finds the call in the logs of the server. */
  requestId: string
  /** The answer as it came, unless it may hold a secret or is a file. */
  text: string
}

let watcher: ((seen: CallRecord) => void) | undefined

/** Nobody looks on until the console itself is there: signing in needs no witness. */
export const watchCalls = (watch: (seen: CallRecord) => void) => {
  watcher = watch
}
export const notifyObserver = (seen: CallRecord) => watcher?.(seen)
