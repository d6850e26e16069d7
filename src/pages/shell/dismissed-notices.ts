import * as z from 'zod/mini'
import type { Concern, ConcernKind } from '#contract/attention/concern.ts'

/** Dismissed issues: their state at that time, by id. */
export const dismissals = z.record(z.string(), z.string())
type Dismissals = z.output<typeof dismissals>

/** Kinds of issues that arise over time. Those about configuration are shown on the overview only. */
const kinds: readonly ConcernKind[] = ['approval', 'failed', 'stuck', 'expiring', 'silent', 'key']
export const isNotice = ({ kind }: Concern) => kinds.includes(kind)

/** Shown again when its state has changed. */
export const notDismissed = (concerns: readonly Concern[], dismissed: Dismissals) =>
  concerns.filter(({ id, state }) => dismissed[id] !== state)

/** Limit because of the small browser storage; the oldest entries are dropped. */
const maxKept = 1000

export function withDismissed(dismissed: Dismissals, concerns: readonly Concern[]): Dismissals {
  const now = new Map(Object.entries(dismissed))
  for (const { id, state } of concerns) {
    now.delete(id)
    now.set(id, state)
  }
  return Object.fromEntries([...now].slice(-maxKept))
}
