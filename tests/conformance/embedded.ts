import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { configuredDialect } from '#contract/dialect.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { listSshKeys, listSshUsers } from '#contract/keys/ssh.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import { startRunning, type Running } from '../services/running.ts'
import type { ServiceConnection } from './server.ts'

const client = { id: 'conformance', secret: randomUUID() }

const madeWithinMs = 60_000

/** A fresh copy of the embedded services with their demo data, and how to sign in to it. */
export async function embeddedConnections() {
  const running = await startRunning({ seed: 'demo', keys: {}, demoClient: client })
  const at = { name: 'embedded', dialect: configuredDialect.parse({}) }
  const connections: ServiceConnection[] = [
    { ...at, service: 'desktop', baseUrl: new URL(running.desktop) },
    { ...at, service: 'mdm', baseUrl: new URL(running.mdm), credential: () => running.mdmKey() },
  ]
  if (running.keys) {
    const { origin, key, ca } = running.keys
    await untilKeysAreListed(running)
    const baseUrl = new URL(origin)
    connections.push({ ...at, service: 'keys', baseUrl, credential: key, ca: await readFile(ca, 'utf8') })
  }
  const identity: IdentitySettings = {
    title: 'embedded',
    authUrl: new URL(running.identity),
    clientId: client.id,
    clientSecret: client.secret,
    scopes: [],
    parametersIn: 'body',
    accountsServers: [],
    apiDomains: [],
  }
  return {
    connections,
    identities: [identity],
    close: () => running.stop(),
    account: { username: 'admin', password: running.password },
  }
}

/** Demo data of key management come in the background: each list has rows whose names other operations are asked about. */
async function untilKeysAreListed(running: Running) {
  const keys = running.keyClient()
  const lists = [listSshKeys, listSshUsers, listCertificates, listRequests]
  for (const start = Date.now(); Date.now() - start < madeWithinMs; await delay(250)) {
    const answers = await Promise.all(lists.map((list) => keys.call(list, {})))
    if (answers.every(({ rows }) => rows.length > 0)) return
  }
  throw new Error('The demo data of key management are not made')
}
