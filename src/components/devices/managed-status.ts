import { managedStatus } from '#contract/mdm/status.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

const toneOfStatus: Record<keyof typeof managedStatus, Tone> = {
  0: 'bad',
  1: 'info',
  2: 'ok',
  3: 'warn',
  4: 'muted',
  5: 'warn',
}

/** The label of a managed_status; a number without a stated meaning stays that number (mobile-device-management, States). */
export function statusOf(value: number | undefined): { label: string; tone: Tone } | undefined {
  if (value === undefined) return undefined
  if (!Object.hasOwn(managedStatus, value)) return { label: `${value}, meaning not defined`, tone: 'muted' }
  const known = value as keyof typeof managedStatus
  return { label: managedStatus[known], tone: toneOfStatus[known] }
}
