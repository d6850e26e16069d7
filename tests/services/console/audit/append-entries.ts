// A process of its own that writes to the audit, when its input ends: node append-entries.ts <folder> <url or nothing> <name> <count>
import { text } from 'node:stream/consumers'
import { openDatabase } from '#platform/database/open.ts'
import { auditTrail } from '#services/console/audit/audit-trail.ts'
import { auditMigrations } from '#services/console/audit/tables.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { anEntry, masterKey } from './trail-world.ts'

const [folder = '', url = '', user = '', count = '0'] = process.argv.slice(2)
const database = await openDatabase({ folder, url: url || undefined, migrations: auditMigrations })
const trail = auditTrail(database.db.$extendTables<ConsoleTables>(), masterKey, (event) => console.error(event))
console.log('ready')
await text(process.stdin)
/** As many at a time as a pool has connections: whoever waits longer than that gives up on a busy machine. */
const lanes = 5
const write = async (lane: number) => {
  for (let at = lane; at < Number(count); at += lanes) await trail.record(anEntry({ user, target: `${at}` }))
}
await Promise.all(Array.from({ length: lanes }, (_, lane) => write(lane)))
await database.close()
