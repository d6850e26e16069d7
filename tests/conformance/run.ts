// npm run conformance -- --connection <name>: compares a server with the references, and says how it differs.
import { parseArgs } from 'node:util'
import { readConnections } from '#server/connections/read-connections.ts'
import type { UpstreamService } from '#platform/upstream/upstream.ts'
import { embeddedConnections } from './embedded.ts'
import { type Examined, examine } from './examine.ts'
import { usageExitCode, worstExitCode } from './exit-code.ts'
import { jsonReport } from './json-report.ts'
import { report } from './report.ts'
import type { ServiceConnection } from './server.ts'
import type { Account } from './sign-in.ts'

const usage = `npm run conformance -- [options]
  --connection NAME   a connection or site of the file; "embedded" (default): a fresh copy of the embedded services
  --file FILE         the file of connections; otherwise TRIPTYCH_CONNECTIONS
  --user NAME         sign in to desktop management with this name and TRIPTYCH_CONFORMANCE_PASSWORD
  --writes            also call operations of key management that change something or reveal a secret, with objects of its
                      own, which are deleted again; a request and discovered certificates of the server itself remain
  --json              the report as JSON`

type Examinee = { connections: ServiceConnection[]; account?: Account | undefined; close: () => Promise<void> }

try {
  const { json, writes, connections, account, close } = await examinee()
  const all: Examined[] = []
  try {
    for (const connection of connections) {
      const examined = await examine(connection, {
        writes,
        account: connection.service === 'desktop' ? account : undefined,
      })
      if (!json) console.log(`${report(examined)}\n`)
      all.push(examined)
    }
  } finally {
    await close()
  }
  if (json) console.log(JSON.stringify(jsonReport(all), null, 2))
  process.exitCode = worstExitCode(all)
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`)
  process.exitCode = usageExitCode
}

async function examinee(): Promise<Examinee & { json: boolean; writes: boolean }> {
  const { values } = parseArgs({
    options: {
      connection: { type: 'string', default: 'embedded' },
      file: { type: 'string' },
      user: { type: 'string' },
      writes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { connection, file, user, json, writes } = values
  if (connection === 'embedded') return { json, writes, ...(await embeddedConnections()) }
  const connections = await connectionsCalled(connection, file)
  return { json, writes, connections, account: accountOf(user), close: () => Promise.resolve() }
}

function accountOf(username: string | undefined): Account | undefined {
  if (username === undefined) return undefined
  const password = process.env.TRIPTYCH_CONFORMANCE_PASSWORD
  if (!password) throw new Error('--user needs the password in TRIPTYCH_CONFORMANCE_PASSWORD')
  return { username, password }
}

async function connectionsCalled(name: string, file = process.env.TRIPTYCH_CONNECTIONS): Promise<ServiceConnection[]> {
  if (!file) throw new Error('Name the file of connections by --file or TRIPTYCH_CONNECTIONS')
  const all = (await readConnections(file, process.env)).flatMap(({ name: site, connections }) =>
    Object.entries(connections).map(([service, connection]) =>
      Object.assign(connection, { site, service: service as UpstreamService }),
    ),
  )
  const found = all.filter((connection) => connection.name === name || connection.site === name)
  if (found.length > 0) return found
  throw new Error(`${file} has no connection or site called ${name}; it has ${all.map((one) => one.name).join(', ')}`)
}
