import { randomInt } from 'node:crypto'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { isJsonObject, type Json } from '#contract/json.ts'
import { lockedRows, onDatabase } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Changes in different lanes run concurrently; those of a lane are ordered by number. */
const changesOfLane = 2 ** 40
const lanes = 2 ** 13

/** The last completed change of each lane. */
export type Changes = Readonly<Record<string, number>>

/** The number of this change. Its lane is locked until the end of the transaction. */
export async function nextChange(transaction: Transaction<DeviceTables>): Promise<number> {
  const lane = await onDatabase(transaction, {
    sqlite: () => Promise.resolve(0),
    postgres: async () => (await freeLane(transaction)) ?? newLane(transaction),
  })
  const { number } = await transaction
    .updateTable('change_lane')
    .set(({ eb }) => ({ number: eb('number', '+', 1) }))
    .where('lane', '=', lane)
    .returning('number')
    .executeTakeFirstOrThrow()
  return lane * changesOfLane + number
}

async function freeLane(transaction: Transaction<DeviceTables>): Promise<number | undefined> {
  const lanesInOrder = transaction.selectFrom('change_lane').select('lane').orderBy('lane').limit(1)
  return (await lanesInOrder.$call(lockedRows(transaction, 'skipLocked')).executeTakeFirst())?.lane
}

async function newLane(transaction: Transaction<DeviceTables>): Promise<number> {
  const made = await transaction
    .insertInto('change_lane')
    .values({ lane: randomInt(1, lanes), number: 0, counted: 0 })
    .onConflict((conflict) => conflict.column('lane').doNothing())
    .returning('lane')
    .executeTakeFirst()
  return made?.lane ?? newLane(transaction)
}

/** Records that filters, searches and groups may match other devices. */
export const noteCounted = (transaction: Kysely<DeviceTables>, changed: number) =>
  transaction
    .updateTable('change_lane')
    .set(({ eb }) => ({ counted: eb('counted', '+', 1) }))
    .where('lane', '=', Math.floor(changed / changesOfLane))
    .execute()

/**
 * Call before reading data: all changes included in it are visible afterwards (decision 154). While `counted` is
 * unchanged, filters match the same number of devices.
 */
export async function endedChanges(db: Kysely<DeviceTables>): Promise<{ changes: Changes; counted: string }> {
  const found = await db.selectFrom('change_lane').selectAll().orderBy('lane').execute()
  return {
    changes: Object.fromEntries(found.map(({ lane, number }) => [lane, number])),
    counted: found.map(({ lane, counted }) => `${lane} ${counted}`).join(),
  }
}

/** Condition for rows of later changes. */
export function changedSince(column: Expression<number>, then: Changes): RawBuilder<SqlBool> {
  const counted = Object.entries({ 0: 0, ...then })
  const ranges = counted.map(([lane, number], at) => {
    const next = counted[at + 1]
    const after = sql`${column} > ${Number(lane) * changesOfLane + number}`
    return next ? sql`(${after} and ${column} <= ${Number(next[0]) * changesOfLane})` : after
  })
  return sql`(${sql.join(ranges, sql` or `)})`
}

/** The changes in a token; tokens of an earlier version contain the number of a single lane. */
export function changesIn(content: Json | undefined): Changes | undefined {
  if (typeof content === 'number') return { 0: content }
  if (!isJsonObject(content)) return undefined
  return Object.values(content).every((number) => typeof number === 'number') ? (content as Changes) : undefined
}
