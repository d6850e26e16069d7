import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../tests/support/server.ts'

/** A product that can be stopped and started again, on its data and at its address, as an operator does. */
export async function startOwnProduct() {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-own-'))
  const first = await startServer({ TRIPTYCH_DATA_DIR: folder, TRIPTYCH_SEED: 'empty' })
  const { password } = first
  const { port, origin } = new URL(first.ready.console)
  let running: typeof first | undefined = first
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  return {
    address: origin,
    password,
    stop,
    start: async () => {
      running = await startServer({
        TRIPTYCH_DATA_DIR: folder,
        TRIPTYCH_SEED: 'empty',
        TRIPTYCH_PORT: port,
        TRIPTYCH_DEMO_PASSWORD: password,
      })
    },
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
