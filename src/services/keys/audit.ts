import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Vault } from '#crypto/vault/vault.ts'
import { appendEntry } from '#platform/archives/append-entry.ts'
import { type Archived, archiveEntries } from '#platform/archives/archive-entries.ts'
import { archiveKeys } from '#platform/archives/archive.ts'
import type { Chain } from '#platform/archives/chain.ts'
import { headSeal, isEqual, keyedHash } from '#platform/archives/keyed-hash.ts'
import { verifyChain } from '#platform/archives/verify-chain.ts'
import { requireModest } from '#platform/limits/reveal-limit.ts'
import { opened, sealed } from './sealed.ts'
import type { KeyTables } from './tables.ts'

type AuditRow = KeyTables['key_audit']
/** Who did it, by which operation, from where. */
export type Actor = { operation: string; username: string; address: string; keyId: number }
export type Audit = ReturnType<typeof auditTrail>

const reveals = { table: 'key_audit', perMinute: 60 }
const secretName = 'audit'
const place = { table: 'key_setting', row: secretName, column: 'sealed_value', version: 1 } as const

/**
 * Who did what. Each row carries a keyed hash over itself and the row before, and the head one over
 * the last: who can write to the database, but has not the master key, can neither change, remove, insert nor cut off
 * a row unseen.
 */
export function auditTrail(db: Kysely<KeyTables>, vault: Vault) {
  const append = (
    transaction: Transaction<KeyTables>,
    { operation, username, address }: Actor,
    description: string,
    revealedTo: number | null,
  ) =>
    appendEntry(transaction, 'key_audit', async (id, before) => {
      const known = await findKey(transaction)
      const key = known ?? (await makeKey(transaction))
      const row = { id, at: Date.now(), operation, description, username, address, revealed_to: revealedTo }
      const isGenuine = !known || isEqual(before.seal, headSeal(key, before))
      return { key, row: { ...row, hash: hashOf(key, before.hash, row) }, isGenuine }
    })

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
        await requireModest(transaction, reveals, actor.keyId)
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
  isGenuineHead: (head) => isEqual(head.seal, headSeal(key, head)),
  problemOf: ({ hash, ...row }, previous) =>
    isEqual(hash, hashOf(key, previous, row)) ? undefined : `Audit row ${row.id} was changed or moved`,
})

const hashOf = (key: Buffer, previous: string, row: Omit<AuditRow, 'hash'>) =>
  keyedHash(key, [previous, row.id, row.at, row.operation, row.description, row.username, row.address, row.revealed_to])
