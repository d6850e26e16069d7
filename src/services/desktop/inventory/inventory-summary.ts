import type { InventorySummary } from '#contract/desktop/inventory-fields.ts'
import type { CompliantStatus } from '#contract/desktop/status.ts'
import type { SoftwareCounts } from './software-counts.ts'
import { licenseSoftwareRows, softwareRows } from './software-rows.ts'
import type { CountedBy } from './summaries.ts'
import type { WarrantySummary } from './warranties.ts'

export async function inventorySummary(
  counted: CountedBy,
  { counts, seededAt }: SoftwareCounts,
  warranty_summary: WarrantySummary,
): Promise<InventorySummary> {
  const found = softwareRows(counts, seededAt)
  const licensed = licenseSoftwareRows(counts, seededAt)
  const compliant = (status: CompliantStatus) => licensed.filter((row) => row.compliant_status === status).length
  const scans = await counted('scan_status')
  const platform = await counted('os_platform')
  return {
    software_compliance_summary: {
      under_licensed: compliant(0),
      over_licensed: compliant(1),
      in_compliance: compliant(2),
      expired: compliant(3),
    },
    warranty_summary,
    audit_summary: {
      scanned: scans.get(2) ?? 0,
      failed: scans.get(0) ?? 0,
      in_progress: scans.get(1) ?? 0,
      yet_to_scan: scans.get(-1) ?? 0,
    },
    computer_by_os: { windows: platform.get(1) ?? 0, mac: platform.get(2) ?? 0, linux: platform.get(3) ?? 0 },
    software_summary: {
      total_software: found.length,
      commercial_software: found.filter((row) => row.sw_type === 1).length,
      non_commercial_software: found.filter((row) => row.sw_type === 2).length,
      unidentified_software: found.filter((row) => row.sw_type === 0).length,
      prohibited_software: found.filter((row) => row.is_usage_prohibited === 2).length,
    },
  }
}
