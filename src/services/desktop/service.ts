import type { Kysely } from 'kysely'
import { authenticate } from '#contract/desktop/authentication.ts'
import { desktop } from '#contract/desktop/operations.ts'
import { Problem } from '#contract/problem.ts'
import { type Route, implement } from '#services/router.ts'
import { accountsHandlers } from './administration/accounts-handlers.ts'
import { authenticationHandlers } from './authentication-handlers.ts'
import type { InventoryClock } from './inventory/inventory-clock.ts'
import { computerHandlers } from './inventory/computer-handlers.ts'
import type { InventoryTables } from './inventory/tables.ts'
import { ownAccountHandlers, type OwnAccountParts } from './own-account-handlers.ts'
import type { DesktopTables } from './tables.ts'

/** The desktop management service with all its handlers. */
export function desktopService(
  db: Kysely<DesktopTables & InventoryTables>,
  clock: InventoryClock,
  accounts: OwnAccountParts,
): Route[] {
  const routes = implement(desktop)({
    ...authenticationHandlers(db, accounts.signIn, accounts.domains),
    ...ownAccountHandlers(db, accounts),
    ...accountsHandlers(db, accounts),
    ...computerHandlers(db, clock),
  })
  return routes.map((route) => (route.endpoint === authenticate ? withUnreadablePassword(route) : route))
}

/** A password that is not valid base64 text counts as wrong. */
const withUnreadablePassword = (route: Route): Route => ({
  ...route,
  answer: (request, call) =>
    route.answer(request, call).catch((problem: unknown) => {
      const unreadable = problem instanceof Problem && problem.field === 'password'
      throw unreadable && !problem.message.endsWith('is missing') ? new Problem('10001') : problem
    }),
})
