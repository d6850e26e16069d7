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
/** User, operation and origin of an action. */
export type Actor = { operation: string; username: string; address: string; keyId: number }
export type Audit = ReturnType<typeof auditTrail>

const reveals = { table: 'key_audit', perMinute: 60 }
const secretName = 'audit'
const place = { table: 'key_setting', row: secretName, column: 'sealed_value', version: 1 } as const

/**
 * Tamper-evident audit. Each row has a keyed hash over itself and the preceding hash, and the head is sealed: without
 * the master key, database access is not enough to change, remove, insert or truncate rows unnoticed.
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

  /** Created with the first row, so that an empty audit with a key is detected as truncated. */
  async function makeKey(transaction: Kysely<KeyTables>): Promise<Buffer> {
    const key = randomBytes(32)
    const row = { name: secretName, sealed_value: sealed(vault, place, key), version: 1 }
    await transaction.insertInto('key_setting').values(row).execute()
    return key
  }

  return {
    /** Records a change within its transaction. Name the object; never include secrets. */
    record: (transaction: Transaction<KeyTables>, actor: Actor, description: string) =>
      append(transaction, actor, description, null),

    /** Records an entry on its own, such as a rejected attempt. */
    note: (actor: Actor, description: string) =>
      db.transaction().execute((transaction) => append(transaction, actor, description, null)),

    /**
     * Records the reveal of a secret; must be called before the secret is opened. Throws if the key's limit is reached.
     */
    reveal: (actor: Actor, description: string) =>
      db.transaction().execute(async (transaction) => {
        await requireModest(transaction, reveals, actor.keyId)
        await append(transaction, actor, description, actor.keyId)
      }),

    /** The first problem of the chain; undefined if it is intact. */
    verify: async () => verify(db, await findKey(db)),

    /** Archives older entries; requires an open vault. */
    archive: async (before: number, signal?: AbortSignal): Promise<Archived> => {
      const key = await findKey(db)
      return key ? archiveEntries(db, chainOf(key), before, signal) : { entries: 0 }
    },

    /** The chain; undefined before the first row. */
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

/** The audit's chain for archiving and verification. Archives can be opened with its key. */
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
