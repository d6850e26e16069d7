import { type Kysely, sql } from 'kysely'
import { independentDays } from '#contract/console/approvals.ts'
import {
  changeAccount,
  createAccount,
  enableAccount,
  resetAccountPassword,
  resetAccountSecondFactor,
} from '#contract/desktop/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Person } from '#platform/console.ts'
import { foldedName } from '#platform/digest.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const lookedBackMs = independentDays * 24 * 60 * 60_000

/** Operations that give the caller control of an account: its password or permissions. */
const handing: readonly Endpoint[] = [
  createAccount,
  changeAccount,
  enableAccount,
  resetAccountPassword,
  resetAccountSecondFactor,
]
/** Also used in the migration of their index. */
const handingActions = handing.map(({ id }) => id)

type Database = Kysely<ConsoleTables>
/** An account by its ID and name; empty if unknown. */
export type Account = Pick<Person, 'site' | 'owner' | 'name'>

/**
 * Whether the requester may control the approver's account: according to the audit, they recently created or changed
 * it, directly or through other accounts.
 */
export async function isBehind(database: Database, name: string, approver: Account): Promise<boolean> {
  const handed = reached([byName(name)], await handingsOf(database, approver.site), 'to whom they handed')
  return marksOf(approver).some((mark) => handed.has(mark))
}

/**
 * Accounts that one user may control together with the first one: according to the audit, one recently created or
 * changed the other.
 */
export async function usedTogether<T extends Account>(database: Database, first: Account, others: readonly T[]) {
  if (others.length === 0) return []
  const handings = [...(await handingsOf(database, first.site)), ...[first, ...others].flatMap(asOne)]
  const together = reached(marksOf(first), handings, 'both ways')
  return others.filter((other) => marksOf(other).some((mark) => together.has(mark)))
}

type Handing = { by: string; to: string }

/** Transitive closure over account changes. */
function reached(first: readonly string[], handings: readonly Handing[], way: 'to whom they handed' | 'both ways') {
  const found = new Set(first)
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { by, to } of handings) {
      if (found.has(by)) found.add(to)
      else if (way === 'both ways' && found.has(to)) found.add(by)
    }
  }
  return found
}

async function handingsOf(database: Database, site: string): Promise<Handing[]> {
  const entries = await database
    .selectFrom('proxy_audit')
    .select(['user_name', 'action', 'target'])
    .where('site', '=', site)
    // Literal values, so that the partial index applies.
    .where(
      'action',
      'in',
      handingActions.map((action) => sql.lit(action)),
    )
    // Without a response, the server may have changed the account.
    .where('result', '!=', 'refused')
    .where('at', '>', Date.now() - lookedBackMs)
    .execute()
  return entries.flatMap(({ user_name, action, target }) => {
    // The audit has names of created accounts and IDs of changed ones.
    const [, handed] = (action === createAccount.id ? /^user_name: ([^,]+)/ : /^user_id: 0*(\d+)/).exec(target) ?? []
    if (handed === undefined) return []
    return [{ by: byName(user_name), to: action === createAccount.id ? byName(handed) : byNumber(handed) }]
  })
}

const byName = (name: string) => `name ${foldedName(name)}`
const byNumber = (number: string) => `number ${number}`

/** Names and IDs by which the audit may refer to an account. */
function marksOf({ site, owner, name }: Account): string[] {
  const mark = `${site} user `
  return [
    ...(name === '' ? [] : [byName(name)]),
    ...(owner.startsWith(mark) ? [byNumber(owner.slice(mark.length))] : []),
  ]
}

/** Links the name and ID of an account. */
const asOne = (account: Account): Handing[] => {
  const [by, to] = marksOf(account)
  return by === undefined || to === undefined ? [] : [{ by, to }]
}
