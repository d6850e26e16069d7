import type { Readable } from 'node:stream'

/** A request before anybody has looked at what is in it. */
export type KeyRequest = {
  method: string
  /** As it stands in the request line. */
  target: string
  headers: Record<string, string>
  body: Readable
  /** Whom it came from: a person, where the console asks on their behalf. */
  address: string
  /** The host at the other end of the socket, which a key is tied to. */
  peer: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}
