import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { opened, sealed } from '#services/keys/sealed.ts'
import { AcmeProblem } from './acme-problem.ts'

const secretName = 'acme-nonces'
const place = { table: 'key_setting', row: secretName, column: 'sealed_value', version: 1 } as const
const lifeMs = 60 * 60_000
const markBytes = 16
/** Six bytes of time, ten random ones. */
const headBytes = 16

/**
 * Anti-replay nonces, each accepted once across processes. Issued nonces are not stored, so requests cannot fill a
 * table: they contain their time and a keyed hash, and only used ones are stored.
 */
export function acmeNonces({ db, vault }: Pick<KeyManagement, 'db' | 'vault'>) {
  let known: Buffer | undefined

  async function secret(): Promise<Buffer> {
    if (known) return known
    const row = { name: secretName, sealed_value: sealed(vault, place, randomBytes(32)), version: 1 }
    await db
      .insertInto('key_setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const stored = await db
      .selectFrom('key_setting')
      .select('sealed_value')
      .where('name', '=', secretName)
      .executeTakeFirstOrThrow()
    known = opened(vault, place, stored.sealed_value)
    return known
  }

  const markOf = (key: Buffer, head: Uint8Array) =>
    createHmac('sha256', key).update(head).digest().subarray(0, markBytes)

  return {
    issue: async (): Promise<string> => {
      const key = await secret()
      const head = randomBytes(headBytes)
      head.writeUIntBE(Date.now(), 0, 6)
      return Buffer.concat([head, markOf(key, head)]).toString('base64url')
    },

    /** Accepts a nonce once. Throws badNonce. */
    take: async (nonce: unknown): Promise<void> => {
      const bytes = typeof nonce === 'string' && nonce.length < 100 ? Buffer.from(nonce, 'base64url') : Buffer.alloc(0)
      const head = bytes.subarray(0, headBytes)
      const mark = bytes.subarray(headBytes)
      const isOurs = mark.length === markBytes && timingSafeEqual(mark, markOf(await secret(), head))
      const age = isOurs ? Date.now() - head.readUIntBE(0, 6) : 0
      if (!isOurs || Math.abs(age) > lifeMs) throw new AcmeProblem('badNonce', 'The nonce is unknown or too old')
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('key_acme_nonce')
        .values({ nonce: bytes.toString('base64url'), used_at: Date.now() })
        .onConflict((conflict) => conflict.column('nonce').doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new AcmeProblem('badNonce', 'The nonce was used before')
    },
  }
}

/** Deletes used nonces that have expired. */
export const purgeNonces = (db: KeyManagement['db']) =>
  db
    .deleteFrom('key_acme_nonce')
    .where('used_at', '<', Date.now() - 2 * lifeMs)
    .execute()
