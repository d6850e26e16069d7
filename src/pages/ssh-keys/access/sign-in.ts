import type { Association } from '#pages/ssh-keys/associations.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** Result of the last sign-in test. */
export function signInBadge({ Outcome }: Pick<Association, 'Outcome'>): { tone: Tone; label: string } {
  if (Outcome === 'opens') return { tone: 'ok', label: 'Succeeded' }
  if (Outcome === 'refused') return { tone: 'bad', label: 'Refused' }
  return { tone: 'muted', label: 'Not tested' }
}
