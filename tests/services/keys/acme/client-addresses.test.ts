import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { acmeSession } from '#services/keys/acme-client/acme-session.ts'
import { newAccountKey } from '#services/keys/acme-client/outside-servers.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { resolveHost, systemResolver } from '#services/network/resolve.ts'

test.each(['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost'])(
  'the directory of an outside authority at %s is not connected to',
  async (host) => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const directory = `https://${host}:${port}/directory`
    const session = acmeSession({ directory, accountKey: await newAccountKey() }, (name) =>
      resolveHost(name, addressRules([]), systemResolver),
    )
    onTestFinished(() => session.close())
    await expect(session.directory()).rejects.toThrow(/loopback address|IPv6/)
    expect(connections).toBe(0)
  },
)
