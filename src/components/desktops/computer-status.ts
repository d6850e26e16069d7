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

/** A status in words; a number without a meaning stays that number, and a missing one says nothing. */
export const statusOf = (field: StatusField, value: number | undefined): (Coded & { tone: Tone }) | undefined =>
  value === undefined ? undefined : { ...codedIn(field, value), tone: toneOf[field][value] ?? 'muted' }

/** What a record of a computer says of its statuses. */
export type WithStatus = { [F in StatusField]?: number }

/** The first status that one of the records has: by its number, or in the server's own word. */
export function statusIn(field: StatusField, ...records: readonly (WithStatus | undefined)[]) {
  for (const record of records) {
    const word = record && wordIn(record, field)
    const status = word ? { label: word, tone: 'muted' as const } : statusOf(field, record?.[field])
    if (status) return status
  }
  return undefined
}
