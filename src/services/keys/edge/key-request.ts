import type { Readable } from 'node:stream'

/** An unparsed request. */
export type KeyRequest = {
  method: string
  /** As in the request line. */
  target: string
  headers: Record<string, string>
  body: Readable
  /** Client address: that of the user, if the console calls on their behalf. */
  address: string
  /** Address of the connection, to which API keys are restricted. */
  peer: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}
