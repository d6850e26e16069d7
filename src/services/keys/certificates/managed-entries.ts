import type { Kysely, Transaction } from 'kysely'
import { fingerprint } from '#crypto/x509/certificate-summary.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { ImportedCertificate } from './imported-text.ts'
import type { SharedStore } from './shared-path.ts'

/** Whether all certificates and keys of a key store entry are in the inventory. */
export async function managedEntries(db: Kysely<KeyTables>) {
  const inventory = await keptCertificates(db)
  const isKept = (sha256: string, withKey: boolean) =>
    withKey ? inventory.get(sha256) === true : inventory.has(sha256)
  const noted = Map.groupBy(await db.selectFrom('key_managed_entry').selectAll().execute(), ({ file }) => file)
  const isNoted = ({ sha256: file }: SharedStore, number: number) => {
    const rows = (noted.get(file) ?? []).filter((row) => row.number === number)
    return rows.length > 0 && rows.every(({ sha256, with_key }) => isKept(sha256, with_key === 1))
  }
  const isSeen = ({ entries }: SharedStore, number: number) => {
    const { hasKey = false, certificates = [] } = entries[number - 1] ?? {}
    const kept = certificates.filter((der, index) => isKept(fingerprint('sha256', der), hasKey && index === 0))
    return kept.length > 0 && kept.length === certificates.length
  }
  return {
    has: (store: SharedStore, number: number) =>
      isSeen(store, number) || isNoted(store, number) || isNoted(store, wholeFile),
  }
}

/** Certificates of the inventory by SHA-256, and whether they have a key. */
async function keptCertificates(db: Kysely<KeyTables>): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('key_certificate')
    .select(['sha256', ({ eb }) => eb('sealed_key', 'is not', null).as('has_key')])
    .execute()
  return new Map(rows.map(({ sha256, has_key }) => [sha256, Boolean(has_key)]))
}

/** Number that refers to all entries of a file. */
export const wholeFile = 0

/** Records an imported entry by the file's SHA-256, since PKCS#12 entries are not readable without the password. */
export async function noteManaged(
  transaction: Transaction<KeyTables>,
  { file, number }: { file: string; number: number },
  kept: readonly ImportedCertificate[],
) {
  const rows = kept.map(({ sha256, hasKey }) => ({ file, number, sha256, with_key: hasKey ? 1 : 0 }))
  if (rows.length === 0) return
  await transaction
    .insertInto('key_managed_entry')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
