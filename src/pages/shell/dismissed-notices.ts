import * as z from 'zod/mini'
import type { Concern, ConcernKind } from '#contract/attention/concern.ts'

/** What was dismissed, by id, with what it said then. */
export const dismissals = z.record(z.string(), z.string())
type Dismissals = z.output<typeof dismissals>

/** What comes up by itself; how hosts and keys are made is found on the overview. */
const kinds: readonly ConcernKind[] = ['approval', 'failed', 'stuck', 'expiring', 'silent', 'key']
export const isNotice = ({ kind }: Concern) => kinds.includes(kind)

/** Shown again when its state has changed. */
export const notDismissed = (concerns: readonly Concern[], dismissed: Dismissals) =>
  concerns.filter(({ id, state }) => dismissed[id] !== state)

/** The browser's storage is small: the oldest are forgotten first. */
const maxKept = 1000

export function withDismissed(dismissed: Dismissals, concerns: readonly Concern[]): Dismissals {
  const now = new Map(Object.entries(dismissed))
  for (const { id, state } of concerns) {
    now.delete(id)
    now.set(id, state)
  }
  return Object.fromEntries([...now].slice(-maxKept))
}
