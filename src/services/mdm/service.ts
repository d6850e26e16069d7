import type { Kysely } from 'kysely'
import { mdm } from '#contract/mdm/operations.ts'
import { type Endpoint, implement } from '#services/router.ts'
import { deviceHandlers } from './device-handlers.ts'
import type { PageTokens } from './page-token.ts'
import type { DeviceTables } from './tables.ts'

/** mobile-device-management, whole: each area brings its handlers. */
export const mdmService = (db: Kysely<DeviceTables>, tokens: PageTokens): Endpoint[] =>
  implement(mdm)({ ...deviceHandlers(db, tokens) })
