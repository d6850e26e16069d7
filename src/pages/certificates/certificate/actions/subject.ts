import type { Detail, Target } from '#contract/keys/jobs/certificate-target.ts'
import type { Problem } from '#contract/problem.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'

/** The certificate that an action applies to. */
export type Subject = { row: InventoryRow; detail: Detail; target: Target }

/** Callbacks of the page: it shows the result even if the certificate is deleted before the response arrives. */
export type RevocationCallbacks = { onRevoked: (sentence: string) => void; onFailed: (problem: Problem) => void }
