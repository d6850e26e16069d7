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

/** ACME settings of an authority; undefined if it is not enabled or no longer exists. */
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

/** Canonical host name of an order; undefined if invalid. */
export function hostName(value: unknown): { name: string; isWildcard: boolean } | undefined {
  if (typeof value !== 'string' || value.length > 253) return undefined
  const kind = kindOf(value)
  if (kind !== 'dns' && kind !== 'wildcard') return undefined
  const name = issuableName({ type: 'dns', value })?.value.toLowerCase()
  if (name === undefined) return undefined
  return kind === 'wildcard' ? { name: name.slice(2), isWildcard: true } : { name, isWildcard: false }
}

/** IP address of an order; undefined if invalid or not in canonical form (RFC 8738, 3). */
function addressName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 45 || /^::ffff:/i.test(value)) return undefined
  return issuableName({ type: 'ip', value })?.value === value ? value : undefined
}

/** An identifier in an order and certificate: a host name or an IP address (RFC 8738). */
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

/** Whether the name is in an allowed domain, or the address in an allowed network. */
export const isAllowedName = (
  { domains }: Pick<AcmeRules, 'domains'>,
  { type, name }: Pick<OrderedName, 'type' | 'name'>,
): boolean =>
  type === 'ip'
    ? blockList(domains.filter(isNetwork)).check(name, isIPv6(name) ? 'ipv6' : 'ipv4')
    : domains.some((domain) => name === domain || name.endsWith(`.${domain}`))

/** Whether the text is an IP address or a network in CIDR notation, which may be used in place of a domain. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
}
