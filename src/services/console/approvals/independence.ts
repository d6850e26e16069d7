import type { Kysely } from 'kysely'
import { independentDays } from '#contract/console/approvals.ts'
import {
  changeAccount,
  createAccount,
  enableAccount,
  resetAccountPassword,
  resetAccountSecondFactor,
} from '#contract/desktop/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { targetOf } from '#platform/audit-target.ts'
import type { Person } from '#platform/console.ts'
import { foldedName } from '#platform/digest.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const lookedBackMs = independentDays * 24 * 60 * 60_000

/** What hands an account to whoever does it: they know its password then, or have given it its rights. */
const handing: readonly Endpoint[] = [
  createAccount,
  changeAccount,
  enableAccount,
  resetAccountPassword,
  resetAccountSecondFactor,
]

type Account = { name: string; id: string | undefined }
type Database = Kysely<ConsoleTables>

/**
 * Whether somebody could be behind an account: by the audit, they created or changed it lately, or did so with another
 * one that did.
 */
export async function isBehind(database: Database, name: string, { site, owner, name: approver }: Person) {
  const changes = await handingsOf(database, site)
  const suspects = new Set([foldedName(name)])
  const mark = `${site} user `
  const account: Account = { name: approver, id: owner.startsWith(mark) ? owner.slice(mark.length) : undefined }
  // Whoever was made by a suspect is one: until nobody new is found.
  for (let before = 0; before < suspects.size;) {
    before = suspects.size
    for (const change of changes) {
      if (!suspects.has(foldedName(change.user_name))) continue
      if (isAbout(change, account)) return true
      const made = nameMade(change)
      if (made !== undefined) suspects.add(foldedName(made))
    }
  }
  return false
}

type Change = { user_name: string; action: string; target: string }

const handingsOf = (database: Database, site: string): Promise<Change[]> =>
  database
    .selectFrom('proxy_audit')
    .select(['user_name', 'action', 'target'])
    .where('site', '=', site)
    .where(
      'action',
      'in',
      handing.map(({ id }) => id),
    )
    .where('result', '=', 'done')
    .where('at', '>', Date.now() - lookedBackMs)
    .execute()

function isAbout({ action, target }: Change, { name, id }: Account): boolean {
  const said =
    action === createAccount.id ? startOf(createAccount, { user_name: name }) : startOf(changeAccount, { user_id: id })
  return said !== '' && (target.toLowerCase() === said || target.toLowerCase().startsWith(`${said}, `))
}
const startOf = (endpoint: Endpoint, input: object) => targetOf(endpoint, input).toLowerCase()

/** The name of an account that was created; of changed ones the audit has the number alone. */
const nameMade = ({ action, target }: Change) =>
  action === createAccount.id ? /^user_name: ([^,]+)/.exec(target)?.[1] : undefined
