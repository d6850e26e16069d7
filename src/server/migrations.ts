import type { Migrations } from '#platform/database/open.ts'
import { proxyMigrations } from '#proxy/tables.ts'
import { migrations as servicesMigrations } from '#services/migrations.ts'

/** All of them in either case: who tried the embedded services first keeps the folder when the real ones come. */
export const migrations: Migrations = { ...proxyMigrations, ...servicesMigrations }
