import { isIP, isIPv6 } from 'node:net'
import type { Kysely } from 'kysely'
import { kindOf } from '#contract/keys/rules/name-form.ts'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { blockList } from '#services/network/address-rules.ts'
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

/** An address of an order; undefined where it is none, or not in the one spelling of it (RFC 8738, 3). */
function addressName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 45 || /^::ffff:/i.test(value)) return undefined
  return issuableName({ type: 'ip', value })?.value === value ? value : undefined
}

/** What an order names, and a certificate has: a host, or an address (RFC 8738). */
export type OrderedName = { type: 'dns' | 'ip'; name: string; isWildcard: boolean }

export function orderedName(type: unknown, value: unknown): OrderedName | undefined {
  if (type === 'ip') {
    const name = addressName(value)
    return name === undefined ? undefined : { type, name, isWildcard: false }
  }
  const host = hostName(value)
  return host && { type: 'dns', ...host }
}

export const nameText = ({ name, isWildcard }: Pick<OrderedName, 'name' | 'isWildcard'>) =>
  isWildcard ? `*.${name}` : name

/** Whether the name is in one of the domains, or the address in one of the networks. */
export const isAllowedName = (
  { domains }: Pick<AcmeRules, 'domains'>,
  { type, name }: Pick<OrderedName, 'type' | 'name'>,
): boolean =>
  type === 'ip'
    ? blockList(domains.filter(isNetwork)).check(name, isIPv6(name) ? 'ipv6' : 'ipv4')
    : domains.some((domain) => name === domain || name.endsWith(`.${domain}`))

/** An address, or a network by its prefix: 10.0.0.0/8. Where domains are named, it stands for what is in it. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
}
