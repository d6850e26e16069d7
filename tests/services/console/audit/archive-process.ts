// A process of its own that archives the audit, when its input ends, and may be killed at one of its removals:
// node archive-process.ts <folder> <url or nothing> <before> [removals]
import { text } from 'node:stream/consumers'
import type { KyselyPlugin } from 'kysely'
import { openDatabase } from '#platform/database/open.ts'
import { archiveAudit } from '#services/console/audit/chain.ts'
import { auditMigrations } from '#services/console/audit/tables.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { masterKey } from './trail-world.ts'

const [folder = '', url = '', before = '0', removals] = process.argv.slice(2)
let left = removals === undefined ? Infinity : Number(removals)
const killedAtRemoval: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('delete from') && (left -= 1) === 0)
      process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}
const database = await openDatabase({ folder, url: url || undefined, migrations: auditMigrations })
console.log('ready')
await text(process.stdin)
const db = database.db.$extendTables<ConsoleTables>().withPlugin(killedAtRemoval)
const { entries } = await archiveAudit(db, masterKey, Number(before))
console.log(`archived ${entries}`)
await database.close()
