import type { ComputerDetail } from '#contract/desktop/inventory-fields.ts'
import { given } from '#pages/desktops/computer-facts.ts'

/** `percentUsed` is undefined if unknown; `size` is what is known besides; `text` always describes the usage. */
export type Disk = { name: string; system: string; percentUsed?: number; size?: string; text: string }

/** Number of bytes; undefined for text with a unit and for missing values. */
const bytesOf = (value: unknown) => {
  const text = given(value)
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Converts 549755813888 to "512 GB"; other values are returned unchanged. */
export function sizeText(value: unknown): string {
  const bytes = bytesOf(value)
  if (bytes === undefined) return given(value)
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** step).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[step]}`
}

/** Usage of each disk; a single entry if the server reports only the sum. */
export function disksOf(summary: ComputerDetail['computer_disk_summary']): Disk[] {
  if (!summary) return []
  const single = (summary.disks ?? []).map(({ disk_name, file_system, total_size, free_size }) =>
    diskOf(given(disk_name) || 'Disk', given(file_system), total_size, free_size),
  )
  if (single.length > 0) return single
  const total = bytesOf(summary.total_size)
  const percent = summary.percent_used
  const isShare = percent !== undefined && percent >= 0 && percent <= 100
  const size = total === undefined ? given(summary.total_size) : sizeText(total)
  const text = [size, isShare ? `${percent} % used` : ''].filter((part) => part !== '').join(', ')
  return text === '' ? [] : [{ name: 'All disks', system: '', ...(isShare && { percentUsed: percent }), size, text }]
}

function diskOf(name: string, system: string, size: unknown, free: unknown): Disk {
  const [total, left] = [bytesOf(size), bytesOf(free)]
  if (total === undefined || left === undefined || total === 0 || left > total) {
    return { name, system, text: `${sizeText(size) || 'Size unknown'}, ${sizeText(free) || 'unknown'} free` }
  }
  const percentUsed = Math.round(((total - left) / total) * 100)
  const said = `${sizeText(left)} free of ${sizeText(total)}`
  return { name, system, percentUsed, size: said, text: `${said}, ${percentUsed} % used` }
}
