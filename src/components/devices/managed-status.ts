import { type Coded, coded } from '#contract/codes/legend.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import { wordIn } from '#contract/wire.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

const toneOf: Readonly<Record<number, Tone>> = {
  0: 'bad',
  1: 'info',
  2: 'ok',
  3: 'warn',
  4: 'muted',
  5: 'warn',
}

/** Status of a device: by its number, or the server's own text. */
export function statusIn(device: { managed_status?: number }) {
  const word = wordIn(device, 'managed_status')
  return word ? { label: word, tone: 'muted' as const } : statusOf(device.managed_status)
}

/**
 * Label of a managed_status; a number without a documented meaning is shown as is (mobile-device-management, States).
 */
export const statusOf = (value: number | undefined): (Coded & { tone: Tone }) | undefined =>
  value === undefined ? undefined : { ...coded('managed_status', managedStatus, value), tone: toneOf[value] ?? 'muted' }
