import type { InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { given } from '#pages/desktops/computer-facts.ts'

/** Rows whose name, version or manufacturer contain all words. */
export function softwareMatching(rows: readonly InstalledSoftware[], text: string): readonly InstalledSoftware[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const said = [row.software_name, row.software_version, row.manufacturer_name].map(given).join('\n').toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
