import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { numberOfId } from '#services/demo/people/identifiers.ts'
import { machinesWithState } from './computer-list.ts'
import type { MachineWithState } from './computer-row.ts'
import type { InventoryTables } from './tables.ts'

export async function requireComputer(db: Kysely<InventoryTables>, resid: string): Promise<MachineWithState> {
  const number = numberOfId('desktop', resid)
  const [known] = number === undefined ? [] : await machinesWithState(db, [number + 1])
  if (!known) throw new Problem('10025', `resid: there is no computer with the id ${resid}`, { field: 'resid' })
  return known
}
