// npm run bench [-- first-page | load | grid | keys | proxy | lists | fleet | console] [--records 100000] [--postgres]: what this machine does in a second.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startOwnPostgres } from '../platform/database/postgres.ts'
import { startServer } from '../support/server.ts'
import { benchCertificates } from './certificates.ts'
import { benchConsole } from './console.ts'
import { benchDiscovery } from './discovery.ts'
import { printVerdict } from './figures.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchFirstPage } from './first-page.ts'
import { keyClient } from './key-client.ts'
import { benchFleet } from './fleet.ts'
import { benchGrids } from './grids.ts'
import { benchLists } from './lists.ts'
import { benchProxy } from './proxy.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { records: { type: 'string', default: '100000' }, postgres: { type: 'boolean', default: false } },
})
const wants = (part: string) => positionals.length === 0 || positionals.includes(part)
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`)

if (wants('first-page')) await benchFirstPage()
if (wants('load')) await benchFirstLoad()
if (wants('grid')) await benchGrids()
if (wants('keys')) {
  const apiKey = 'bench-key-of-the-first-run'
  const server = await startServer({ TRIPTYCH_SEED: 'empty', TRIPTYCH_DEMO_API_KEY: apiKey })
  const client = await keyClient(server.ready, apiKey)
  await benchCertificates(client)
  await benchDiscovery(client)
  await client.close()
  await server.stop()
}
const postgres = values.postgres && ['proxy', 'lists', 'fleet'].some(wants) ? await startOwnPostgres() : undefined
if (wants('proxy')) await benchProxy(await postgres?.createDatabase('proxy'))
if (wants('lists')) await benchLists(Number(values.records), await postgres?.createDatabase('bench'))
if (wants('fleet')) await benchFleet(Number(values.records), await postgres?.createDatabase('fleet'))
await postgres?.stop()
if (wants('console')) await benchConsole(Number(values.records))
printVerdict()
