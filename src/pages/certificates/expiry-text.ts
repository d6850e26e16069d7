import type { Expiry } from '#contract/certificate-state.ts'
import { counted } from '#contract/words/counted.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

const days = (count: number) => counted(count, 'day', 'days')

/** Unparsable dates are shown as unknown. */
export function expiryText({ state, days: left, raw }: Expiry): string {
  if (state === 'unknown') return raw ? `Unknown: ${raw}` : 'Unknown'
  if (state === 'expired') return left === -1 ? 'Expired today' : `Expired ${days(-left - 1)} ago`
  return left === 0 ? 'Less than a day left' : `${days(left)} left`
}

const tones: Record<Expiry['state'], Tone> = { expired: 'bad', soon: 'warn', later: 'ok', unknown: 'muted' }
export const expiryTone = ({ state }: Expiry): Tone => tones[state]
