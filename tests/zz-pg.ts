import { startOwnPostgres } from './platform/database/postgres.ts'
const pg = await startOwnPostgres()
console.log('URL', await pg.createDatabase('bench'))
setInterval(() => 0, 1000)
