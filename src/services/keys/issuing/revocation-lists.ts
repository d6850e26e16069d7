import type { Der } from '#crypto/der.ts'
import type { RevokedCertificate } from '#crypto/x509/revocation-list.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import { findSigner, type signerNames } from './issuers.ts'
import { revocationOf } from './ledger.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>
export type RevocationList = { der: Der; number: number; thisUpdate: Date; nextUpdate: Date }

const lifetimeMs = 24 * 3600_000
/** Time before expiry at which a list is renewed, so that clients can use it for a while. */
const renewedBeforeMs = 3600_000
/** RFC 5280, 3.3: expired certificates remain on one more list. */
const keptAfterExpiryMs = 2 * lifetimeMs
const deadlineMs = 30_000

/** Revocation lists, created on request after changes or before expiry. */
export function revocationLists(parts: Parts, signers: ReturnType<typeof signerNames>) {
  const { db, work } = parts
  const inTurn = oneAtATime()

  async function kept(issuer: string): Promise<RevocationList | undefined> {
    const row = await db.selectFrom('key_revocation_list').selectAll().where('issuer', '=', issuer).executeTakeFirst()
    if (!row || row.der === '') return undefined
    const thisUpdate = row.next_update - lifetimeMs
    const isFresh = thisUpdate <= Date.now() && Date.now() < row.next_update - renewedBeforeMs
    return isFresh ? listOf(row, Uint8Array.from(Buffer.from(row.der, 'base64'))) : undefined
  }

  /** Reads the list number before the ledger. If it has changed afterwards, the list is returned but not stored. */
  async function made(issuer: string): Promise<RevocationList | undefined> {
    const signer = await findSigner(parts, issuer)
    if (!signer) return undefined
    const number = await nextListNumber(issuer)
    const thisUpdate = Math.floor(Date.now() / 1000) * 1000
    const next_update = thisUpdate + lifetimeMs
    const revoked = await revokedBy(await signers.siblings(issuer))
    const wish = {
      issuer: signer,
      number,
      revoked,
      thisUpdate: new Date(thisUpdate),
      nextUpdate: new Date(next_update),
    }
    const der = await work.run('createRevocationList', [wish], { deadlineMs })
    await db
      .updateTable('key_revocation_list')
      .set({ der: Buffer.from(der).toString('base64'), next_update })
      .where('issuer', '=', issuer)
      .where('number', '=', number)
      .execute()
    return listOf({ number, next_update }, der)
  }

  async function nextListNumber(issuer: string): Promise<number> {
    const { number } = await db
      .insertInto('key_revocation_list')
      .values({ issuer, number: 1, der: '', next_update: 0 })
      .onConflict((conflict) =>
        conflict.column('issuer').doUpdateSet(({ eb }) => ({ number: eb('key_revocation_list.number', '+', 1) })),
      )
      .returning('number')
      .executeTakeFirstOrThrow()
    return number
  }

  async function revokedBy(issuers: readonly string[]): Promise<RevokedCertificate[]> {
    const rows = await db
      .selectFrom('key_issued')
      .select(['serial_number', 'revoked_at', 'reason'])
      .where('issuer', 'in', issuers)
      .where('reason', 'is not', null)
      .where('not_after', '>', Date.now() - keptAfterExpiryMs)
      .orderBy('revoked_at')
      .execute()
    return rows.flatMap(({ serial_number: serialNumber, ...row }) => {
      const revocation = revocationOf(row)
      return revocation ? [{ serialNumber, ...revocation }] : []
    })
  }

  /** Undefined if the authority does not exist or its key is missing. */
  return async (issuer: string): Promise<RevocationList | undefined> =>
    (await kept(issuer)) ?? inTurn(issuer, async () => (await kept(issuer)) ?? made(issuer))
}

const listOf = ({ number, next_update }: { number: number; next_update: number }, der: Der): RevocationList => ({
  der,
  number,
  thisUpdate: new Date(next_update - lifetimeMs),
  nextUpdate: new Date(next_update),
})

/** The latest list; without times if it is outdated, so that the next request creates a new one. */
export async function revocationListState(db: Parts['db'], issuer: string) {
  const row = await db.selectFrom('key_revocation_list').selectAll().where('issuer', '=', issuer).executeTakeFirst()
  if (!row || row.der === '') return undefined
  const { number, der, next_update } = row
  const bytes = Buffer.byteLength(der, 'base64')
  return { number, bytes, ...(next_update > 0 && { thisUpdate: next_update - lifetimeMs, nextUpdate: next_update }) }
}
