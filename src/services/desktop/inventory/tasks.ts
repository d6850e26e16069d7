import { setImmediate as otherWork } from 'node:timers/promises'
import { type Kysely, type Transaction } from 'kysely'
import { type ComputerAction, computerCan } from '#contract/desktop/status.ts'
import { Problem } from '#contract/problem.ts'
import { isOneOf } from '#platform/database/differences.ts'
import { changingSorts, sortKeysOf } from '#services/demo/computers/desktop-rows.ts'
import type { MachineState } from '#services/demo/computers/machine.ts'
import { numberOfId } from '#services/demo/people/identifiers.ts'
import { Dice } from '#services/demo/random.ts'
import { noteChange } from './changes.ts'
import { machinesWithState } from './computer-list.ts'
import type { MachineWithState } from './computer-row.ts'
import { stateAfterStart, ended } from './outcome.ts'
import { countSoftwareOn } from './software-counts.ts'
import type { InventoryTables } from './tables.ts'

/** Computers changed per transaction, small enough to keep the database responsive. */
export const batchSize = 100

/** Keys of computers by ID. An unknown or repeated ID rejects the whole call and is named. */
async function requireKeys(db: Kysely<InventoryTables>, ids: readonly string[]): Promise<number[]> {
  const { made } = await db.selectFrom('estate').select('made').executeTakeFirstOrThrow()
  const repeated = ids.filter((id, at) => ids.indexOf(id) !== at)
  if (repeated.length > 0) throw refusedIds('stands twice', repeated)
  const numbers = ids.map((id) => numberOfId('desktop', id) ?? Infinity)
  const unknown = ids.filter((_, at) => (numbers[at] ?? Infinity) >= made)
  if (unknown.length > 0) throw refusedIds('is no computer', unknown)
  return numbers.map((number) => number + 1)
}

const namedIds = 10
const refusedIds = (why: string, ids: readonly string[]) => {
  const more = ids.length > namedIds ? ` and ${ids.length - namedIds} more` : ''
  return new Problem('10010', `resourceids: ${ids.slice(0, namedIds).join(', ')}${more} ${why}`, {
    field: 'resourceids',
  })
}

/** Starts an action. A computer that cannot perform it rejects the whole call. */
export async function begin(
  db: Kysely<InventoryTables>,
  action: ComputerAction,
  ids: readonly string[],
): Promise<number> {
  const keys = await requireKeys(db, ids)
  const known = await machinesWithState(db, keys)
  const unable = known.filter(({ state }) => !computerCan(action, state))
  if (unable.length > 0)
    throw refusedIds(
      'has no agent',
      unable.map(({ machine }) => machine.resourceId),
    )
  for (let at = 0; at < keys.length; at += batchSize) {
    await db.transaction().execute((transaction) => beginBatch(transaction, action, keys.slice(at, at + batchSize)))
    await otherWork()
  }
  return keys.length
}

export async function beginBatch(db: Transaction<InventoryTables>, action: ComputerAction, keys: readonly number[]) {
  const now = Date.now()
  const known = await machinesWithState(db, keys)
  await store(
    db,
    known.map((one) => ({ ...one, state: { ...one.state, ...stateAfterStart(action, now) } })),
  )
  const subject = action === 'scan' ? ('scan' as const) : ('agent' as const)
  const tasks = known.map(({ machine }) => ({
    desktop_pk: machine.index + 1,
    subject,
    begun_at: now,
    due_at: now + durationMs(machine.index, now),
  }))
  await db
    .insertInto('desktop_task')
    .values(tasks)
    .onConflict((conflict) =>
      conflict.columns(['desktop_pk', 'subject']).doUpdateSet((eb) => ({
        begun_at: eb.ref('excluded.begun_at'),
        due_at: eb.ref('excluded.due_at'),
      })),
    )
    .execute()
  await noteChange(db)
}

/** 5 to 30 seconds, deterministic by computer and time. */
const durationMs = (index: number, now: number) => new Dice(`task ${now}`, index).between(5000, 30_000)

/** Completes a number of due tasks. Returns whether there may be more. */
export async function settle(db: Kysely<InventoryTables>, max: number): Promise<boolean> {
  for (let done = 0; done < max; done += batchSize) {
    const due = await db
      .selectFrom('desktop_task')
      .select('pk')
      .where('due_at', '<=', Date.now())
      .orderBy('due_at')
      .limit(batchSize)
      .execute()
    const keys = due.map(({ pk }) => pk)
    if (keys.length > 0) await db.transaction().execute((transaction) => endBatch(transaction, keys))
    if (keys.length < batchSize) return false
    await otherWork()
  }
  return true
}

async function endBatch(db: Transaction<InventoryTables>, keys: readonly number[]) {
  // Claims tasks by deleting them, so that only one process completes each.
  const tasks = await db
    .deleteFrom('desktop_task')
    .where((eb) => isOneOf(db, eb.ref('pk'), keys))
    .returning(['desktop_pk', 'subject', 'begun_at', 'due_at'])
    .execute()
  if (tasks.length === 0) return // claimed by another process
  const byKey = Map.groupBy(tasks, ({ desktop_pk }) => desktop_pk)
  const before = await machinesWithState(db, [...byKey.keys()])
  const after = before.map((known) => {
    const state = { ...known.state }
    for (const task of byKey.get(known.machine.index + 1) ?? []) Object.assign(state, ended(known.machine, state, task))
    return Object.assign({}, known, { state })
  })
  await store(db, after)
  const scannedFirst = after.filter(({ state }, at) => state.scanned_at !== -1 && before[at]?.state.scanned_at === -1)
  await countSoftwareOn(
    db,
    scannedFirst.map(({ machine }) => ({ pk: machine.index + 1, platform: machine.platform })),
  )
  await noteChange(db)
}

async function store(db: Kysely<InventoryTables>, known: readonly MachineWithState[]) {
  for (const { machine, state } of known) {
    await db
      .updateTable('desktop')
      .set({ ...stateIn(state), ...sortKeysOf(machine, state, changingSorts) })
      .where('pk', '=', machine.index + 1)
      .execute()
  }
}

/** Picks the state columns from a row. */
const stateIn = (state: MachineState): MachineState => ({
  installation_status: state.installation_status,
  live_status: state.live_status,
  scan_status: state.scan_status,
  agent: state.agent,
  contacted_at: state.contacted_at,
  agent_at: state.agent_at,
  removed_at: state.removed_at,
  tried_at: state.tried_at,
  scanned_at: state.scanned_at,
  remarks: state.remarks,
  scan_remarks: state.scan_remarks,
})
