import type { Software } from '#contract/desktop/inventory-fields.ts'
import { paths } from '#paths.ts'
import { nameOfSoftware } from './SoftwareColumns.tsx'

/** Tells rows apart, also where a server gives no id. */
export const idOfSoftware = (row: Software) => row.software_id ?? `${nameOfSoftware(row)} ${row.software_version}`

/** The computers that have it. */
export const hrefOfSoftware = ({ software_id: id }: Software) => paths.softwareItem(id ?? '')
