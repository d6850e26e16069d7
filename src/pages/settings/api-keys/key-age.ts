import type { ConnectionView } from '#contract/console/connections.ts'
import { counted } from '#contract/words/counted.ts'
import { keyDaysLeft, keyEndsSoon } from '#contract/mdm/key-life.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** A key of the connections file may have been generated long before its first use here. */
export const isUndated = ({ source }: NonNullable<ConnectionView['key']>) => source === 'configuration'

/** Remaining validity of a key, as text; `isLatest` if the key may expire earlier. */
export function lifeOf(expiresAt: number | undefined, now: number, isLatest = false): { tone: Tone; text: string } {
  if (expiresAt === undefined) return { tone: 'muted', text: 'No expiry date' }
  const days = keyDaysLeft(expiresAt, now)
  if (days < 0) return { tone: 'bad', text: 'Expired' }
  const left = `Expires ${isLatest ? 'within' : 'in'} ${counted(days, 'day', 'days')}`
  const text = days === 0 ? 'Expires within a day' : left
  return { tone: keyEndsSoon(days) ? 'warn' : 'ok', text }
}

/** Connections whose key has expired or is about to expire. */
export const endingKeys = (connections: readonly ConnectionView[], now: number) =>
  connections.flatMap(({ name, key }) => {
    if (key?.expiresAt === undefined) return []
    const { tone, text } = lifeOf(key.expiresAt, now, isUndated(key))
    return tone === 'ok' ? [] : [{ name, tone, text }]
  })
