import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { machineAt } from '#services/demo/computers/machine.ts'
import { day, hour, type Moment } from '#services/demo/time.ts'
import { purchaseOf } from './computer-row.ts'
import type { EstateTables } from './tables.ts'

type Counted = 'installation_status' | 'live_status' | 'scan_status' | 'os_platform' | 'office' | 'model'

/** How many computers there are of each value; of one live status only, where it is given. */
export async function byStatus(db: Kysely<EstateTables>, column: Counted, live?: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('desktop')
    .select([`${column} as value`, ({ fn }) => fn.countAll<number>().as('count')])
    .$if(live !== undefined, (query) => query.where('live_status', '=', (live ?? 1) as 1))
    .groupBy(column)
    .execute()
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** How many computers of each model were scanned. */
export async function scannedByModel(db: Kysely<EstateTables>): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('desktop')
    .select(['model', ({ fn }) => fn.countAll<number>().as('count')])
    .where('scanned_at', '>', -1)
    .groupBy('model')
    .execute()
  return new Map(rows.map(({ model, count }) => [model, count]))
}

const soonMs = 60 * day
const countedAtOnce = 2000

export type WarrantySummary = Awaited<ReturnType<typeof countWarranties>>

/** Warranties follow from the index, so they are counted without the database; once in an hour, as they end slowly. */
export function warrantySummary() {
  let held: { name: string; summary: Promise<WarrantySummary> } | undefined
  return (made: number, seededAt: Moment): Promise<WarrantySummary> => {
    const now = Math.floor(Date.now() / hour) * hour
    const name = `${made} ${seededAt} ${now}`
    if (held?.name !== name) held = { name, summary: countWarranties(made, seededAt, now) }
    return held.summary
  }
}

async function countWarranties(made: number, seededAt: Moment, now: Moment) {
  const summary = { in_warranty: 0, soon_to_expire: 0, expired: 0, unidentified: 0 }
  for (let index = 0; index < made; index += 1) {
    const { warranty_expiry_date: ends } = purchaseOf(machineAt(index), seededAt)
    if (ends === -1) summary.unidentified += 1
    else if (ends <= now) summary.expired += 1
    else if (ends <= now + soonMs) summary.soon_to_expire += 1
    else summary.in_warranty += 1
    if (index % countedAtOnce === countedAtOnce - 1) await otherWork()
  }
  return summary
}
