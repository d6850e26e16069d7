// Servers that have the stated operations alone: those of the embedded services, and 404 for everything else.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { startStated } from './part-of-server.ts'
import { startServer } from './server.ts'

/** A console before such servers, and what calls its key management as a program does. */
export async function startBeforeStated() {
  const apiKey = randomBytes(24).toString('base64url')
  const services = await startServer({ TRIPTYCH_DEMO_API_KEY: apiKey })
  const { password, ready, folder } = services
  const ca = await readFile(ready.ca, 'utf8')
  const keys = await startStated('keys', { origin: ready.keys, ca }, { saysPage: true })
  const mdm = await startStated('mdm', { origin: ready.mdm }, { isLean: true })
  const desktop = await startStated('desktop', { origin: ready.desktop }, { isLean: true })
  await writeFile(join(folder, 'key'), apiKey)
  const file = join(folder, 'connections.json')
  const connections = [
    { name: 'stated-desktop', service: 'desktop', base_url: desktop.url.href },
    { name: 'stated-mdm', service: 'mdm', base_url: mdm.url.href, credential: { file: 'key' } },
    { name: 'stated-keys', service: 'keys', base_url: keys.url.href, credential: { file: 'key' } },
  ]
  await writeFile(file, JSON.stringify({ connections }))
  const console = await startServer({ TRIPTYCH_CONNECTIONS: file })
  return {
    product: { ...console.ready, lab: ready.lab, password },
    /** The services behind it, and a key to their key management. */
    services: { ready, apiKey },
    /** One stated operation of key management without a file, and its answer. */
    call: async (name: string, details: Record<string, string> = {}) => {
      const input = JSON.stringify({ operation: { Details: details } })
      const url = new URL(`/api/pki/restapi/${name}?${new URLSearchParams({ INPUT_DATA: input })}`, keys.url)
      const { body } = await request(url, { headers: { AUTHTOKEN: apiKey } })
      return (await body.json()) as { details?: Record<string, never>[]; GeneratedList?: Record<string, never>[] }
    },
    stop: async () => {
      await console.stop()
      await Promise.all([keys, mdm, desktop].map((server) => server.stop()))
      await services.stop()
    },
  }
}
