import type { Coded } from '#contract/codes/legend.ts'
import { codedIn } from '#contract/desktop/status.ts'
import { wordIn } from '#contract/wire.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export const statusFields = ['computer_live_status', 'installation_status', 'scan_status'] as const
export type StatusField = (typeof statusFields)[number]

const toneOf: Record<StatusField, Readonly<Record<number, Tone>>> = {
  computer_live_status: { 1: 'ok', 2: 'warn', 3: 'muted' },
  installation_status: { 21: 'info', 22: 'ok', 23: 'muted', 24: 'warn', 29: 'bad' },
  scan_status: { [-1]: 'muted', 0: 'bad', 1: 'info', 2: 'ok' },
}

/** A status with its label and tone. A number without a defined meaning is shown as is; undefined if missing. */
export const statusOf = (field: StatusField, value: number | undefined): (Coded & { tone: Tone }) | undefined =>
  value === undefined ? undefined : { ...codedIn(field, value), tone: toneOf[field][value] ?? 'muted' }

/** Status fields of a computer's record. */
export type WithStatus = { [F in StatusField]?: number }

/** The first status found in the records: by its number, or the server's own text. */
export function statusIn(field: StatusField, ...records: readonly (WithStatus | undefined)[]) {
  for (const record of records) {
    const word = record && wordIn(record, field)
    const status = word ? { label: word, tone: 'muted' as const } : statusOf(field, record?.[field])
    if (status) return status
  }
  return undefined
}
