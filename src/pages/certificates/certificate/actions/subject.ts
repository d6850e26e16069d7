import type { Detail, Target } from '#contract/keys/jobs/certificate-target.ts'
import type { Problem } from '#contract/problem.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'

/** The certificate that an action is about. */
export type Subject = { row: InventoryRow; detail: Detail; target: Target }

/** What became of a revocation is told to the page: the certificate may be deleted before its answer is here. */
export type RevocationTold = { onRevoked: (sentence: string) => void; onFailed: (problem: Problem) => void }
