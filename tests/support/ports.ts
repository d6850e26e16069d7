import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const startsWithinMs = 30_000

/**
 * The system gives ports from 32768 upward to whoever asks for any, so one of these stays free until the program that
 * was meant to listen on it does. Processes that run at the same time begin 64 ports apart.
 */
const reserved = { first: 12_000, count: 12_000 }
let next = (process.pid * 64) % reserved.count

/** A port that nobody listens on, and that no other server of the tests is given meanwhile. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < reserved.count; tried++) {
    const port = reserved.first + next
    next = (next + 1) % reserved.count
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${reserved.first} to ${reserved.first + reserved.count - 1} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!listens) return false
  server.close()
  await once(server, 'close')
  return true
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
