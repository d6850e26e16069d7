import type { Kysely } from 'kysely'
import { kindOf } from '#contract/keys/rules/name-form.ts'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { AcmeRules } from './acme-call.ts'

type Database = Kysely<KeyTables>

export const rulesIn = (row: KeyTables['key_acme_authority']): AcmeRules => ({
  issuer: row.issuer,
  profile: row.profile,
  days: row.days,
  domains: JSON.parse(row.domains) as string[],
  bindingRequired: row.binding_required === 1,
})

/** The rules of an authority that answers ACME; undefined for one that does not, or no longer exists. */
export async function findRules(db: Database, issuer: string): Promise<AcmeRules | undefined> {
  const row = await db
    .selectFrom('key_acme_authority')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return row && (await findAuthority(db, issuer)) ? rulesIn(row) : undefined
}

/** An internal authority with its key. */
export const findAuthority = (db: Database, issuer: string): Promise<Certificate | undefined> =>
  db
    .selectFrom('key_certificate')
    .selectAll()
    .where('sha256', '=', issuer)
    .where('is_authority', '=', 1)
    .where('sealed_key', 'is not', null)
    .executeTakeFirst()

/** A host name of an order in the form in which it is issued; undefined where it is none. */
export function hostName(value: unknown): { name: string; isWildcard: boolean } | undefined {
  if (typeof value !== 'string' || value.length > 253) return undefined
  const kind = kindOf(value)
  if (kind !== 'dns' && kind !== 'wildcard') return undefined
  const name = issuableName({ type: 'dns', value })?.value.toLowerCase()
  if (name === undefined) return undefined
  return kind === 'wildcard' ? { name: name.slice(2), isWildcard: true } : { name, isWildcard: false }
}

/** Whether the name is in one of the domains. */
export const isAllowedName = ({ domains }: Pick<AcmeRules, 'domains'>, name: string): boolean =>
  domains.some((domain) => name === domain || name.endsWith(`.${domain}`))
