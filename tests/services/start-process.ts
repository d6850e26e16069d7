// The services in a process of their own, so that a test can kill it: node start-process.ts <folder> <seed>
import { openDatabase } from '#platform/database/open.ts'
import type { Seed } from '#services/demo/devices/seed.ts'
import { migrations } from '#services/migrations.ts'
import { startServices } from '#services/services.ts'

const [folder = '', seed = 'demo'] = process.argv.slice(2)
const database = await openDatabase({ folder, migrations })
const log = (event: string, facts?: object) => console.log(event, JSON.stringify(facts))
const services = await startServices({ database, port: 0, seed: seed as Seed, masterKey: Buffer.alloc(32), log })
console.log('started', services.firstRun ? 'first run' : 'again')
await services.close()
await database.close()
