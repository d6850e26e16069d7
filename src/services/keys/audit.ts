import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { Vault } from '#crypto/vault/vault.ts'
import { type Archived, archiveEntries } from '#platform/archives/archive-entries.ts'
import { archiveKeys } from '#platform/archives/archive.ts'
import type { Chain } from '#platform/archives/chain.ts'
import { verifyChain } from '#platform/archives/verify-chain.ts'
import { opened, sealed } from './sealed.ts'
import type { KeyTables } from './tables.ts'

type AuditRow = KeyTables['key_audit']
/** Who did it, by which operation, from where. */
export type Actor = { operation: string; username: string; address: string; keyId: number }
export type Audit = ReturnType<typeof auditTrail>

const revealsPerMinute = 60
const minuteMs = 60_000
const secretName = 'audit'
const place = { table: 'key_setting', row: secretName, column: 'sealed_value', version: 1 } as const

/**
 * Who did what. Each row carries a keyed hash over itself and the row before, and the head one over
 * the last: who can write to the database, but has not the master key, can neither change, remove, insert nor cut off
 * a row unseen.
 */
export function auditTrail(db: Kysely<KeyTables>, vault: Vault) {
  async function append(
    transaction: Transaction<KeyTables>,
    actor: Actor,
    description: string,
    revealedTo: number | null,
  ) {
    // First, because it makes the next writer wait: one chain, however many processes write it.
    const {
      last,
      hash: previous,
      seal,
    } = await transaction
      .updateTable('key_audit_head')
      .set(({ eb }) => ({ last: eb('last', '+', 1) }))
      .returning(['last', 'hash', 'seal'])
      .executeTakeFirstOrThrow()
    const known = await findKey(transaction)
    const key = known ?? (await makeKey(transaction))
    // A head that somebody changed is never sealed again: new rows must not cover up that others were cut off.
    const isGenuine = !known || isEqual(seal, sealOf(key, last - 1, previous))
    const { operation, username, address } = actor
    const row = { id: last, at: Date.now(), operation, description, username, address, revealed_to: revealedTo }
    const hash = hashOf(key, previous, row)
    await transaction
      .insertInto('key_audit')
      .values({ ...row, hash })
      .execute()
    await transaction
      .updateTable('key_audit_head')
      .set({ hash, seal: isGenuine ? sealOf(key, last, hash) : '' })
      .execute()
  }

  async function findKey(transaction: Kysely<KeyTables>): Promise<Buffer | undefined> {
    const stored = await transaction
      .selectFrom('key_setting')
      .select('sealed_value')
      .where('name', '=', secretName)
      .executeTakeFirst()
    return stored && opened(vault, place, stored.sealed_value)
  }

  /** With the first row: from then on, an audit without rows is one that was emptied. */
  async function makeKey(transaction: Kysely<KeyTables>): Promise<Buffer> {
    const key = randomBytes(32)
    const row = { name: secretName, sealed_value: sealed(vault, place, key), version: 1 }
    await transaction.insertInto('key_setting').values(row).execute()
    return key
  }

  return {
    /** Note what a transaction changes, as part of it. Name the object; never write a secret. */
    record: (transaction: Transaction<KeyTables>, actor: Actor, description: string) =>
      append(transaction, actor, description, null),

    /** Note what stands by itself, such as an attempt that was refused. */
    note: (actor: Actor, description: string) =>
      db.transaction().execute((transaction) => append(transaction, actor, description, null)),

    /** Committed before the secret leaves: call it, then open the secret. Refused when a key asks for too many. */
    reveal: (actor: Actor, description: string) =>
      db.transaction().execute(async (transaction) => {
        await requireModest(transaction, actor.keyId)
        await append(transaction, actor, description, actor.keyId)
      }),

    /** The first thing that is wrong with the chain; undefined when all of it is as it was written. */
    verify: async () => verify(db, await findKey(db)),

    /** Moves what is older into archives; the vault must be open. */
    archive: async (before: number, signal?: AbortSignal): Promise<Archived> => {
      const key = await findKey(db)
      return key ? archiveEntries(db, chainOf(key), before, signal) : { entries: 0 }
    },

    /** Its chain; undefined before the first row. */
    chain: async () => {
      const key = await findKey(db)
      return key && chainOf(key)
    },
  }
}

async function requireModest(transaction: Transaction<KeyTables>, keyId: number) {
  const recent = await transaction
    .selectFrom('key_audit')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('first')])
    .where('revealed_to', '=', keyId)
    .where('at', '>', Date.now() - minuteMs)
    .executeTakeFirstOrThrow()
  if (recent.count < revealsPerMinute) return
  const retryAfterSeconds = Math.max(1, Math.ceil((recent.first + minuteMs - Date.now()) / 1000))
  throw new Problem('TOO_MANY_REVEALS', undefined, { retryAfterSeconds })
}

async function verify(db: Kysely<KeyTables>, key: Buffer | undefined): Promise<string | undefined> {
  if (key) return (await verifyChain(db, chainOf(key))).problem
  return (await isUnused(db)) ? undefined : 'The key of the audit is missing'
}

async function isUnused(db: Kysely<KeyTables>): Promise<boolean> {
  const head = await db.selectFrom('key_audit_head').select('last').executeTakeFirst()
  const row = await db.selectFrom('key_audit').select('id').limit(1).executeTakeFirst()
  const archive = await db.selectFrom('key_audit_archive').select('id').limit(1).executeTakeFirst()
  return head?.last === 0 && row === undefined && archive === undefined
}

/** This audit, as archives and their verification need it: whoever has its key can open them. */
const chainOf = (key: Buffer): Chain<AuditRow> => ({
  table: 'key_audit',
  words: ['Audit row', 'Audit rows'],
  keys: archiveKeys(key, 'key audit'),
  isGenuineHead: ({ last, hash, seal }) => isEqual(seal, sealOf(key, last, hash)),
  problemOf: ({ hash, ...row }, previous) =>
    isEqual(hash, hashOf(key, previous, row)) ? undefined : `Audit row ${row.id} was changed or moved`,
})

/** JSON, because its quotes leave no doubt where one value ends and the next begins. */
const hashOf = (key: Buffer, previous: string, row: Omit<AuditRow, 'hash'>) =>
  keyed(key, [previous, row.id, row.at, row.operation, row.description, row.username, row.address, row.revealed_to])
const sealOf = (key: Buffer, last: number, hash: string) => keyed(key, ['head', last, hash])
const keyed = (key: Buffer, values: unknown[]) => createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
