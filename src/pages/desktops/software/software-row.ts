import type { Software } from '#contract/desktop/inventory-fields.ts'
import { paths } from '#paths.ts'
import { nameOfSoftware } from './SoftwareColumns.tsx'

/** Row key, also for rows without an id. */
export const idOfSoftware = (row: Software) => row.software_id ?? `${nameOfSoftware(row)} ${row.software_version}`

/** Link to the computers with this software. */
export const hrefOfSoftware = ({ software_id: id }: Software) => paths.softwareItem(id ?? '')
