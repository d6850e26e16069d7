import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'

const drainMs = 5000

/** Stops accepting requests, waits for active ones, and closes those that exceed the time limit. */
export async function drain(server: Server | SecureServer) {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(cut)
}
