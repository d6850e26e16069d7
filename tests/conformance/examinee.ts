import { parseArgs } from 'node:util'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { readConnections } from '#server/connections/read-connections.ts'
import { embeddedConnections } from './embedded.ts'
import type { ServiceConnection } from './server.ts'
import type { Account } from './sign-in.ts'

export const usage = `npm run conformance -- [options]
  --connection NAME   a connection or site of the file; "embedded" (default): a fresh copy of the embedded services
  --file FILE         the file of connections; otherwise TRIPTYCH_CONNECTIONS
  --user NAME         sign in to desktop management with this name and TRIPTYCH_CONFORMANCE_PASSWORD
  --writes            also call operations of key management that change something or reveal a secret, with objects of its
                      own, which are deleted again; a request and discovered certificates of the server itself remain
  --json              the report as JSON`

/** What is examined, and how. */
export type Examinee = {
  connections: ServiceConnection[]
  /** Of a site, which people sign in at. */
  identity?: IdentitySettings | undefined
  refreshToken?: string | undefined
  account?: Account | undefined
  writes: boolean
  json: boolean
  close: () => Promise<unknown>
}

/** What the command line asks for. Throws what is wrong with it. */
export async function examineeOf(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<Examinee> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connection: { type: 'string', default: 'embedded' },
      file: { type: 'string' },
      user: { type: 'string' },
      writes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { connection, file = variables.TRIPTYCH_CONNECTIONS, user, json, writes } = values
  if (connection === 'embedded') return { json, writes, ...(await embeddedConnections()) }
  if (file === undefined) throw new Error('Name the file of connections by --file or TRIPTYCH_CONNECTIONS')
  return {
    json,
    writes,
    ...(await connectionsCalled(connection, file, variables)),
    account: accountOf(user, variables.TRIPTYCH_CONFORMANCE_PASSWORD),
    refreshToken: variables.TRIPTYCH_CONFORMANCE_REFRESH_TOKEN,
    close: () => Promise.resolve(),
  }
}

function accountOf(username: string | undefined, password: string | undefined): Account | undefined {
  if (username === undefined) return undefined
  if (!password) throw new Error('--user needs the password in TRIPTYCH_CONFORMANCE_PASSWORD')
  return { username, password }
}

/** One connection, or all of a site with its identity provider. */
async function connectionsCalled(wanted: string, file: string, variables: NodeJS.ProcessEnv) {
  const sites = await readConnections(file, variables)
  const all = sites.flatMap(({ name: site, connections, identity }) =>
    Object.entries(connections).map(([service, connection]) => ({
      site,
      identity,
      connection: { ...connection, service: service as UpstreamService },
    })),
  )
  const found = all.filter(({ site, connection }) => connection.name === wanted || site === wanted)
  if (found.length === 0) {
    const names = all.map(({ connection }) => connection.name).join(', ')
    throw new Error(`${file} has no connection or site called ${wanted}; it has ${names}`)
  }
  const connections = found.map(({ connection }) => connection)
  return { connections, identity: found.find(({ site }) => site === wanted)?.identity }
}
