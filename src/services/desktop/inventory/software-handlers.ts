import type { Kysely } from 'kysely'
import type { softwareRows as contractRows } from '#contract/desktop/software.ts'
import type { Handlers } from '#services/router.ts'
import type { InventoryClock } from './inventory-clock.ts'
import { requireComputer } from './require-computer.ts'
import { shortList } from './short-list.ts'
import { softwareCounts } from './software-counts.ts'
import { installedRows, licenseRows, licenseSoftwareRows, softwareRows } from './software-rows.ts'
import type { InventoryTables } from './tables.ts'

const prohibited = 2

export function softwareHandlers(db: Kysely<InventoryTables>, clock: InventoryClock): Handlers<typeof contractRows> {
  const countedNow = async () => {
    await clock.settle()
    return softwareCounts(db)
  }
  return {
    listSoftware: async (input) => {
      const { counts, seededAt } = await countedNow()
      return shortList(softwareRows(counts, seededAt).filter(passes(input)), input, 'software_name')
    },

    listProhibitedSoftware: async (input) => {
      const { counts, seededAt } = await countedNow()
      const rows = softwareRows(counts, seededAt).filter(({ is_usage_prohibited: usage }) => usage === prohibited)
      return shortList(rows.filter(passes(input)), input, 'software_name')
    },

    listInstalledSoftware: async (input) => {
      const { counts } = await countedNow()
      const rows = installedRows(await requireComputer(db, input.resid), counts)
      return shortList(rows.filter(passes(input)), input, 'software_name')
    },

    listLicensedSoftware: async (input) => {
      const { counts, seededAt } = await countedNow()
      return shortList(licenseSoftwareRows(counts, seededAt).filter(passes(input)), input, 'software_name')
    },

    listLicenses: async (input) => {
      const { counts, seededAt } = await countedNow()
      return shortList(licenseRows(counts, seededAt).filter(passes(input)), input, 'software_name')
    },
  }
}

type Filters = {
  compliancestatusfilter?: string[]
  licensetypefilter?: string[]
  accesstypefilter?: string[]
  manufacturerfilter?: string
}
type Filtered = {
  compliant_status?: number
  sw_type?: number
  is_usage_prohibited?: number
  manufacturer_name?: string
}

const passes = (filters: Filters) => {
  const isOne = (value: number | undefined, wanted: readonly string[] | undefined) =>
    wanted === undefined || wanted.some((text) => Number(text) === value)
  return (row: Filtered) =>
    isOne(row.compliant_status, filters.compliancestatusfilter) &&
    isOne(row.sw_type, filters.licensetypefilter) &&
    isOne(row.is_usage_prohibited, filters.accesstypefilter) &&
    (filters.manufacturerfilter === undefined || row.manufacturer_name === filters.manufacturerfilter)
}
