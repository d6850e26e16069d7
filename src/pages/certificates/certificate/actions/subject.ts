import type { Detail, Target } from '#pages/certificates/certificate-query.ts'
import type { InventoryRow } from '#pages/certificates/inventory.ts'

/** The certificate that an action is about. */
export type Subject = { row: InventoryRow; detail: Detail; target: Target }
