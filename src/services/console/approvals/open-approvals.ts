import type { Kysely } from 'kysely'
import type { ConsoleTables } from '#services/console/tables.ts'
import { heldCalls } from './held-calls.ts'
import { approvalRequests } from './requests.ts'
import { approvalGuard } from './require-approval.ts'
import { approvalRules } from './rules.ts'
import { guardedUses } from './uses.ts'

export type Approvals = ReturnType<typeof openApprovals>

/** Approval of actions by a second person (decision 147). */
export function openApprovals(database: Kysely<ConsoleTables>) {
  const rules = approvalRules(database)
  const requests = approvalRequests(database)
  const guard = approvalGuard({ rules, requests, uses: guardedUses(database) })
  return { rules, requests, held: heldCalls(database), ...guard }
}
