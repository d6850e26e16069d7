import type { Kysely } from 'kysely'
import { listDevices } from '#contract/mdm/device-list.ts'
import { mdm } from '#contract/mdm/operations.ts'
import { defaultUploadBytes } from '#contract/mdm/upload.ts'
import { type Route, implement } from '#services/router.ts'
import { apiKeyHandlers } from './api-key-handlers.ts'
import { appHandlers } from './apps/handlers.ts'
import { commandHandlers } from './commands/command-handlers.ts'
import { deviceHandlers } from './device-handlers.ts'
import { deviceList } from './device-list.ts'
import { fileHandlers } from './files/handlers.ts'
import { groupHandlers } from './groups/handlers.ts'
import { untilChange } from './kept-answers.ts'
import { withPageNumbers } from './page-numbers.ts'
import type { PageTokens } from './page-token.ts'
import { partHandlers } from './parts/handlers.ts'
import { profileHandlers } from './profiles/handlers.ts'
import { rootHandlers } from './root-handlers.ts'
import type { DeviceTables } from './tables.ts'
import { userHandlers } from './users/handlers.ts'

/** The mobile device management service with all its handlers. */
export function mdmService(db: Kysely<DeviceTables>, tokens: PageTokens, maxUploadBytes = defaultUploadBytes): Route[] {
  const list = deviceList(db)
  const routes = implement(mdm)({
    ...rootHandlers(),
    ...deviceHandlers(db, tokens, list),
    ...partHandlers(db, tokens),
    ...commandHandlers(db, tokens),
    ...groupHandlers(db, tokens, list),
    ...profileHandlers(db, tokens),
    ...appHandlers(db, tokens),
    ...fileHandlers(db, maxUploadBytes),
    ...userHandlers(db, tokens),
    ...apiKeyHandlers(db),
  })
  return routes.map((route) => withPageNumbers(route.endpoint === listDevices ? untilChange(db, route) : route))
}
