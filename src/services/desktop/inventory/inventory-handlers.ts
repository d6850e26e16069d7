import type { Kysely } from 'kysely'
import type { inventoryRows } from '#contract/desktop/inventory.ts'
import { osPlatform } from '#contract/desktop/status.ts'
import { Problem } from '#contract/problem.ts'
import { hardware, hardwareTypes, models } from '#services/demo/computers/models.ts'
import { products } from '#services/demo/computers/software-catalog.ts'
import { findSoftware } from '#services/demo/computers/software.ts'
import { idOf, type IdKind } from '#services/demo/people/identifiers.ts'
import { offices } from '#services/demo/people/offices.ts'
import { domains } from '#services/desktop/accounts.ts'
import type { Handlers } from '#services/router.ts'
import { computerDetail } from './computer-detail.ts'
import { inventoryRow, scanRow } from './computer-row.ts'
import { hasComputers } from './has-computers.ts'
import { inventorySummary } from './inventory-summary.ts'
import { requireComputer } from './require-computer.ts'
import { shortList } from './short-list.ts'
import { softwareCounts } from './software-counts.ts'
import { computerWindow, type Inventory } from './som-handlers.ts'
import { byStatus, scannedByModel } from './summaries.ts'
import type { InventoryTables } from './tables.ts'
import { begin } from './tasks.ts'
import { warrantySummary } from './warranties.ts'

export function inventoryHandlers(
  db: Kysely<InventoryTables>,
  { list, clock, untilChange }: Inventory,
): Handlers<typeof inventoryRows> {
  const counted = byStatus(db, untilChange)
  return {
    getInventorySummary: async () => {
      await clock.settle()
      const counts = await softwareCounts(db)
      return inventorySummary(counted, counts, await warrantySummary(db))
    },

    listScanComputers: async (input) => {
      await clock.settle()
      const { page, limit, ...window } = computerWindow(input)
      const { rows, total } = await list(input, { ...window, limit })
      return { rows: rows.map(scanRow), total, page, limit }
    },

    listInventoryComputers: async ({ hwid, swid, prohibitedswid, ...input }) => {
      await clock.settle()
      const wanted = wantedBy({ hwid, swid, prohibitedswid })
      const { page, limit, ...window } = computerWindow(input)
      const { rows, total } = await list({ ...input, ...wanted }, { ...window, limit })
      const copies = wanted.software && 1
      return { rows: rows.map((known) => inventoryRow(known, copies)), total, page, limit }
    },

    getComputerDetail: async ({ resid }) => {
      await clock.settle()
      return computerDetail(await requireComputer(db, resid))
    },

    listHardware: async ({ hardwaretypefilter, ...input }) => {
      await clock.settle()
      const remember = await untilChange()
      const scanned = await remember('scanned by model', () => scannedByModel(db))
      const rows = hardware.map((item, at) => ({
        hardware_id: idOf('hardware', at),
        hardware_name: item.name,
        hw_type_description: item.type,
        manufacturer_name: item.manufacturer,
        managed_installations: item.models.reduce((sum, model) => sum + (scanned.get(model) ?? 0), 0),
        network_installations: 0,
      }))
      const there = rows.filter(
        (row) =>
          row.managed_installations > 0 &&
          (hardwaretypefilter === undefined || row.hw_type_description === hardwaretypefilter),
      )
      return shortList(there, input, 'hardware_name')
    },

    getFilterParameters: async () => {
      const there = await hasComputers(db)
      const onlyThere = (kind: IdKind, names: readonly string[]) => named(kind, there ? names : [])
      return {
        domains: onlyThere('directoryDomain', domains),
        branch_offices: onlyThere(
          'branchOffice',
          offices.map(({ name }) => name),
        ),
        manufacturers: onlyThere('manufacturer', manufacturers),
        hardware_types: onlyThere('hardware', hardwareTypes),
        software_categories: onlyThere('software', categories),
        platforms: Object.entries(osPlatform).map(([key, name]) => ({ id: key, name, os_platform: Number(key) })),
      }
    },

    scanComputers: async ({ resourceids }) => {
      await clock.settle()
      return { accepted: await begin(db, 'scan', resourceids) }
    },

    scanAllComputers: async () => {
      await clock.settle()
      return { accepted: await clock.scanAll() }
    },
  }
}

const different = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '')
const manufacturers = different([...models, ...products].map(({ manufacturer }) => manufacturer))
const categories = different(products.map(({ category }) => category))
const named = (kind: IdKind, names: readonly string[]) => names.map((name, at) => ({ id: idOf(kind, at), name }))

/** Requires one piece of hardware or software, since this is not a list of all computers. */
function wantedBy({ hwid, swid, prohibitedswid }: Record<'hwid' | 'swid' | 'prohibitedswid', string | undefined>) {
  const given = [hwid, swid, prohibitedswid].filter((id) => id !== undefined)
  if (given.length !== 1) throw invalid('swid', 'is missing: one of hwid, swid and prohibitedswid is needed')
  if (hwid !== undefined) {
    const item = hardware.find((_, at) => idOf('hardware', at) === hwid)
    if (!item) throw invalid('hwid', `${hwid} is no hardware`)
    return { hardware: item }
  }
  const [id = ''] = given
  const item = findSoftware(id)
  const field = swid === undefined ? 'prohibitedswid' : 'swid'
  if (!item || (field === 'prohibitedswid' && item.product.usage !== 2)) {
    throw invalid(field, `${id} is no ${field === 'swid' ? '' : 'prohibited '}software`)
  }
  return { software: item }
}

const invalid = (field: string, why: string) => new Problem('10010', `${field}: ${why}`, { field })
