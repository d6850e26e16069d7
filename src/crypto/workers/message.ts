import type { RefusalReason } from '#crypto/refusal.ts'

/** A job is a function of plain data: what it takes and gives is copied between threads. */
// oxlint-disable-next-line typescript/no-explicit-any -- the only type that any function's parameters can be assigned to
export type JobTable = Record<string, (...input: any[]) => unknown>

export interface JobRequest {
  name: string
  input: unknown[]
}

/** Class instances cannot be cloned, so refusals are sent as their properties. */
export type JobAnswer =
  | { kind: 'done'; output: unknown }
  | { kind: 'refused'; reason: RefusalReason; message: string; field: string | undefined }
  | { kind: 'failed'; message: string; stack: string | undefined }
