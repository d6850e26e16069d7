// Key management as another program meets it: its own TLS port, in the process of the test.
import { readFile } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { startRunning } from '../../running.ts'
import { tlsClient } from '../tls-client.ts'
import { isDemoMade, wireCalls } from './wire-calls.ts'

export type Wire = Awaited<ReturnType<typeof startWire>>

export const apiKey = 'an-api-key-of-the-acceptance'

export async function startWire(options: Parameters<typeof startRunning>[0] = {}) {
  const running = await startRunning({ keys: {}, demoApiKey: apiKey, ...options })
  if (!running.keys) throw new Error('Key management does not run')
  const { origin } = running.keys
  const ca = await readFile(running.keys.ca, 'utf8')
  const client = tlsClient(origin, { ca, key: apiKey })
  const stop = async () => {
    client.close()
    await running.stop()
  }
  return { running, folder: running.folder, origin, ca, ...wireCalls(client.ask), stop }
}

/** Also for hooks, where `expect.poll` is not allowed. */
export const demoMade = (wire: Wire) =>
  vi.waitFor(async () => expect(await isDemoMade(wire)).toBe(true), { timeout: 110_000, interval: 200 })
