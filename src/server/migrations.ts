import type { Migrations } from '#platform/database/open.ts'
import { proxyMigrations } from '#proxy/tables.ts'
import { consoleMigrations } from '#services/console/tables.ts'
import { migrations as servicesMigrations } from '#services/migrations.ts'

/** Tables of the console, needed with every backend. */
export const ownMigrations: Migrations = { ...proxyMigrations, ...consoleMigrations }

/** Always applied completely, so that a data folder used with the embedded services also works with real servers. */
export const migrations: Migrations = { ...ownMigrations, ...servicesMigrations }
