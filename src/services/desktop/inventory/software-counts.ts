import type { Kysely } from 'kysely'
import type { OsPlatform } from '#contract/desktop/status.ts'
import { boughtShareOf, software, softwareOn } from '#services/demo/computers/software.ts'
import type { Counts } from './software-rows.ts'
import type { InventoryTables } from './tables.ts'

/** Adds the software of newly scanned computers to the counts. */
export async function countSoftwareOn(
  db: Kysely<InventoryTables>,
  scanned: readonly { pk: number; platform: OsPlatform }[],
): Promise<void> {
  const found = new Map<number, number>()
  for (const { pk, platform } of scanned) {
    for (const { number } of softwareOn(pk, platform)) found.set(number, (found.get(number) ?? 0) + 1)
  }
  if (found.size === 0) return
  const rows = [...found].map(([number, installations]) => ({ software: number, installations, copies: null }))
  await db
    .insertInto('desktop_software')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('software').doUpdateSet((eb) => ({
        installations: eb('desktop_software.installations', '+', eb.ref('excluded.installations')),
      })),
    )
    .execute()
}

/** Buys licenses once the demo is complete: sufficient, too few or too many. */
export async function buyLicenses(db: Kysely<InventoryTables>): Promise<void> {
  const counted = await db.selectFrom('desktop_software').selectAll().where('copies', 'is', null).execute()
  for (const { software: number, installations } of counted) {
    const item = software[number]
    const share = item && boughtShareOf(item)
    if (share === undefined) continue
    const copies = Math.max(1, Math.floor(installations * share))
    await db.updateTable('desktop_software').set({ copies }).where('software', '=', number).execute()
  }
}

/** Number of computers by software, and the time of seeding. */
export async function softwareCounts(db: Kysely<InventoryTables>) {
  const { made, seeded_at } = await db.selectFrom('estate').select(['made', 'seeded_at']).executeTakeFirstOrThrow()
  const rows = await db.selectFrom('desktop_software').selectAll().execute()
  const counts: Counts = new Map(
    rows.map(({ software: number, installations, copies }) => [number, { installations, copies }]),
  )
  return { counts, made, seededAt: seeded_at }
}
export type SoftwareCounts = Awaited<ReturnType<typeof softwareCounts>>
