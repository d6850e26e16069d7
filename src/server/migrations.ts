import type { Migrations } from '#platform/database/open.ts'
import { proxyMigrations } from '#proxy/tables.ts'
import { consoleMigrations } from '#services/console/tables.ts'
import { migrations as servicesMigrations } from '#services/migrations.ts'

/** Of the console alone, whichever servers it stands before. */
export const ownMigrations: Migrations = { ...proxyMigrations, ...consoleMigrations }

/** All of them in either case: who tried the embedded services first keeps the folder when the real ones come. */
export const migrations: Migrations = { ...ownMigrations, ...servicesMigrations }
