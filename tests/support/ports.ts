import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const startsWithinMs = 30_000

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Until a program that was started listens on its port. */
export async function untilItAccepts(port: number, program: ChildProcess): Promise<void> {
  for (const end = Date.now() + startsWithinMs; Date.now() < end && program.exitCode === null; await delay(50)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
  throw new Error(`${program.spawnfile} does not accept connections on port ${port}`)
}
