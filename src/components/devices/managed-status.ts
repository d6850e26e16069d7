import { type Coded, coded } from '#contract/codes/legend.ts'
import type { Json } from '#contract/json.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import { unexpected } from '#contract/wire.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

const toneOf: Readonly<Record<number, Tone>> = {
  0: 'bad',
  1: 'info',
  2: 'ok',
  3: 'warn',
  4: 'muted',
  5: 'warn',
}

type Managed = { managed_status?: number; [unexpected]?: Record<string, Json> }

/** How a device is managed, by its number or, from a server that writes words, in its own word. */
export function statusIn({ managed_status: value, [unexpected]: odd }: Managed) {
  const word = odd?.managed_status
  return typeof word === 'string' && word ? { label: word, tone: 'muted' as const } : statusOf(value)
}

/** The label of a managed_status; a number without a stated meaning stays that number (mobile-device-management, States). */
export const statusOf = (value: number | undefined): (Coded & { tone: Tone }) | undefined =>
  value === undefined ? undefined : { ...coded('managed_status', managedStatus, value), tone: toneOf[value] ?? 'muted' }
