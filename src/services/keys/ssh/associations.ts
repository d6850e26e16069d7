import type { Kysely } from 'kysely'
import type { KeyTables } from '#services/keys/tables.ts'

/** Keys deployed to accounts by this service. */
export const associations = (db: Kysely<KeyTables>) =>
  db
    .selectFrom('key_ssh_association as association')
    .innerJoin('key_ssh_key as key', 'key.id', 'association.key_id')
    .innerJoin('key_ssh_resource as resource', 'resource.id', 'association.resource_id')

const maxNamed = 10

/** "deploy on web-1, root on web-2 and 3 others" */
export function namedOnly(accounts: readonly string[]): string {
  const others = accounts.length - maxNamed
  if (others <= 0) return accounts.join(', ')
  return `${accounts.slice(0, maxNamed).join(', ')} and ${others} others`
}
