import type { InventorySummary } from '#contract/desktop/inventory-fields.ts'
import type { getComputerSummary } from '#contract/desktop/som.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import type { Tile } from '#components/area/Tiles.tsx'

type Group = { title: string; tiles: Tile[] }
const to = (path: string, filters: Record<string, string>) => `${path}?${new URLSearchParams(filters)}`
const computers = (filters: Record<string, string>) => to(paths.desktops, filters)
const software = (filters: Record<string, string>) => to(paths.desktopSoftware, filters)
const licenses = (compliance: string) => to(paths.desktopLicenses, { compliance })

/** `silent`: number of computers whose agent does not respond. */
export function computerTiles(summary: Output<typeof getComputerSummary>, silent: number | undefined): Group[] {
  const { total_computers: total, computer_live_summary: live, installation_summary: agents } = summary
  const { computer_by_os: platforms } = summary
  return [
    {
      title: 'Computers',
      tiles: [
        { label: 'Computers', count: total, to: paths.desktops },
        { label: 'Live', count: live?.live, to: computers({ live: '1' }) },
        {
          label: 'Agent silent',
          count: silent,
          to: computers({ installation: '22', live: '2' }),
          tone: 'warn',
          note: 'Of those installed',
        },
        { label: 'Live status unknown', count: live?.unknown, to: computers({ live: '3' }) },
      ],
    },
    {
      title: 'Agents',
      tiles: [
        { label: 'Installed', count: agents?.installed, to: computers({ installation: '22' }) },
        { label: 'Yet to install', count: agents?.yet_to_install, to: computers({ installation: '21' }) },
        { label: 'Failed', count: agents?.failed, to: computers({ installation: '29' }), tone: 'bad' },
        { label: 'Uninstalled', count: agents?.uninstalled, to: computers({ installation: '23' }) },
        { label: 'Yet to uninstall', count: agents?.yet_to_uninstall, to: computers({ installation: '24' }) },
      ],
    },
    {
      title: 'Platforms',
      tiles: [
        { label: 'Windows', count: platforms?.windows, to: computers({ platform: '1' }) },
        { label: 'Mac', count: platforms?.mac, to: computers({ platform: '2' }) },
        { label: 'Linux', count: platforms?.linux, to: computers({ platform: '3' }) },
      ],
    },
  ]
}

export function inventoryTiles(summary: InventorySummary): Group[] {
  const { audit_summary: scans, software_summary: found, software_compliance_summary: compliance } = summary
  const { warranty_summary: warranty } = summary
  return [
    {
      title: 'Scans',
      tiles: [
        { label: 'Scanned', count: scans?.scanned, to: computers({ scan: '2' }) },
        { label: 'Scan failed', count: scans?.failed, to: computers({ scan: '0' }), tone: 'bad' },
        { label: 'Scan in progress', count: scans?.in_progress, to: computers({ scan: '1' }) },
        { label: 'Never scanned', count: scans?.yet_to_scan, to: computers({ scan: '-1' }) },
      ],
    },
    {
      title: 'Software',
      tiles: [
        { label: 'Software', count: found?.total_software, to: paths.desktopSoftware },
        { label: 'Commercial', count: found?.commercial_software, to: software({ type: '1' }) },
        { label: 'Non-commercial', count: found?.non_commercial_software, to: software({ type: '2' }) },
        { label: 'Unidentified', count: found?.unidentified_software, to: software({ type: '0' }) },
        { label: 'Prohibited', count: found?.prohibited_software, to: software({ usage: '2' }), tone: 'bad' },
      ],
    },
    {
      title: 'Licenses',
      tiles: [
        { label: 'Under licensed', count: compliance?.under_licensed, to: licenses('0'), tone: 'bad' },
        { label: 'Expired', count: compliance?.expired, to: licenses('3'), tone: 'bad' },
        { label: 'Over licensed', count: compliance?.over_licensed, to: licenses('1') },
        { label: 'In compliance', count: compliance?.in_compliance, to: licenses('2') },
      ],
    },
    {
      // Without links, because no list can be filtered by warranty.
      title: 'Warranty',
      tiles: [
        { label: 'Under warranty', count: warranty?.in_warranty },
        { label: 'Ends soon', count: warranty?.soon_to_expire, tone: 'warn' },
        { label: 'Warranty over', count: warranty?.expired },
        { label: 'Warranty unknown', count: warranty?.unidentified },
      ],
    },
  ]
}
