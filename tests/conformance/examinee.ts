import { parseArgs } from 'node:util'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { readConnections } from '#server/connections/read-connections.ts'
import { embeddedConnections } from './embedded.ts'
import type { ServiceConnection } from './server.ts'
import type { Account } from './sign-in.ts'

export const usage = `npm run conformance -- [options]
  --connection NAME   a connection or site of the file, otherwise all of the file; "embedded", or without a file: a fresh
                      copy of the embedded services
  --file FILE         the file of connections; otherwise TRIPTYCH_CONNECTIONS
  --user NAME         sign in to desktop management with this name and TRIPTYCH_CONFORMANCE_PASSWORD
  --writes            also call operations of key management that change something or reveal a secret, with objects of its
                      own, which are deleted again; a request and discovered certificates of the server itself remain
  --json              the report as JSON`

/** What is examined, and how. */
export type Examinee = {
  connections: ServiceConnection[]
  /** Of sites, which people sign in at. */
  identities: IdentitySettings[]
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
      connection: { type: 'string' },
      file: { type: 'string' },
      user: { type: 'string' },
      writes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { file = variables.TRIPTYCH_CONNECTIONS, user, json, writes } = values
  const connection = values.connection ?? (file === undefined ? 'embedded' : undefined)
  if (connection === 'embedded') return { json, writes, ...(await embeddedConnections()) }
  if (file === undefined) throw new Error('Name the file of connections by --file or TRIPTYCH_CONNECTIONS')
  const named = await connectionsCalled(connection, file, variables)
  const account = accountOf(user, variables.TRIPTYCH_CONFORMANCE_PASSWORD)
  const refreshToken = variables.TRIPTYCH_CONFORMANCE_REFRESH_TOKEN
  // A password and a token are sent to the one server that they belong to.
  if (account && named.connections.filter(({ service }) => service === 'desktop').length > 1) {
    throw new Error(`--user needs --connection, as ${file} has several connections of desktop management`)
  }
  if (refreshToken !== undefined && named.identities.length > 1) {
    throw new Error(`TRIPTYCH_CONFORMANCE_REFRESH_TOKEN needs --connection, as ${file} has several identity providers`)
  }
  return { json, writes, ...named, account, refreshToken, close: () => Promise.resolve() }
}

function accountOf(username: string | undefined, password: string | undefined): Account | undefined {
  if (username === undefined) return undefined
  if (!password) throw new Error('--user needs the password in TRIPTYCH_CONFORMANCE_PASSWORD')
  return { username, password }
}

/** One connection, or all of a site or of the file, with their identity providers. */
async function connectionsCalled(wanted: string | undefined, file: string, variables: NodeJS.ProcessEnv) {
  const sites = await readConnections(file, variables)
  const all = sites.flatMap(({ name: site, connections, identity }) =>
    Object.entries(connections).map(([service, connection]) => ({
      site,
      identity,
      connection: { ...connection, service: service as UpstreamService },
    })),
  )
  const isWanted = (name: string) => wanted === undefined || name === wanted
  const found = all.filter(({ site, connection }) => isWanted(connection.name) || isWanted(site))
  if (found.length === 0) {
    const names = all.map(({ connection }) => connection.name).join(', ')
    throw new Error(`${file} has no connection or site called ${wanted}; it has ${names}`)
  }
  const connections = found.map(({ connection }) => connection)
  const ofSites = found.filter(({ site }) => isWanted(site)).map(({ identity }) => identity)
  return { connections, identities: [...new Set(ofSites)].filter((identity) => identity !== undefined) }
}
