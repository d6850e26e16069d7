// A key server that has the stated operations alone: those of the embedded service, and 404 for everything else.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { keys } from '#contract/keys/operations.ts'
import { startServer } from './server.ts'

const statedPaths: ReadonlySet<string> = new Set(Object.values(keys).map(({ path }) => path))

/** A console before such a server, and what calls it as a program does. */
export async function startBeforeStatedKeys() {
  const apiKey = randomBytes(24).toString('base64url')
  const services = await startServer({ TRIPTYCH_DEMO_API_KEY: apiKey })
  const { password, ready, folder } = services
  const agent = new Agent({ connect: { ca: await readFile(ready.ca, 'utf8') } })
  const server = createServer((incoming, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = incoming
      const body = await buffer(incoming)
      if (!statedPaths.has(new URL(url, ready.keys).pathname)) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
        return
      }
      const { host: _, connection: __, ...rest } = headers
      const answer = await request(new URL(url, ready.keys), {
        dispatcher: agent,
        method: method as 'GET',
        headers: rest,
        ...(body.length > 0 && { body }),
      })
      response.writeHead(answer.statusCode, answer.headers)
      response.end(Buffer.from(await answer.body.arrayBuffer()))
    })().catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await writeFile(join(folder, 'key'), apiKey)
  const file = join(folder, 'connections.json')
  const connections = [
    { name: 'desktop', service: 'desktop', base_url: ready.desktop },
    { name: 'mdm', service: 'mdm', base_url: ready.mdm, credential: { file: 'key' } },
    { name: 'stated-keys', service: 'keys', base_url: address, credential: { file: 'key' } },
  ]
  await writeFile(file, JSON.stringify({ connections }))
  const console = await startServer({ TRIPTYCH_CONNECTIONS: file })
  return {
    product: { ...console.ready, lab: ready.lab, password },
    /** The services behind it, and a key to their key management. */
    services: { ready, apiKey },
    /** One stated operation without a file, and its answer. */
    call: async (name: string, details: Record<string, string> = {}) => {
      const input = JSON.stringify({ operation: { Details: details } })
      const url = `${address}/api/pki/restapi/${name}?${new URLSearchParams({ INPUT_DATA: input })}`
      const { body } = await request(url, { headers: { AUTHTOKEN: apiKey } })
      return (await body.json()) as { details?: Record<string, never>[]; GeneratedList?: Record<string, never>[] }
    },
    stop: async () => {
      await console.stop()
      server.close()
      server.closeAllConnections()
      await agent.close()
      await services.stop()
    },
  }
}
