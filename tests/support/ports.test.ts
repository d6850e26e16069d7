import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './ports.ts'

test('a free port is not given to servers that listen on any port', async () => {
  const port = await freePort()
  const servers: Server[] = []
  for (let count = 0; count < 50; count++) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
  }
  expect(servers.map((server) => (server.address() as { port: number }).port)).not.toContain(port)
  for (const server of servers) server.close()
})
