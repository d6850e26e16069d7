import type { RenewalWindow } from './outside-order.ts'

const hourMs = 3_600_000
const waitsMs = [hourMs, 6 * hourMs, 24 * hourMs]
/** Interval of requests for the renewal window, which authorities move for early replacement. */
const askEveryMs = 6 * hourMs

/** Without a suggestion, the window starts at two thirds of the validity, as is common. */
export function defaultWindow({ not_before, not_after }: { not_before: number; not_after: number }): RenewalWindow {
  const life = not_after - not_before
  return { start: not_after - life / 3, end: not_after - life / 4 }
}

/** Fixed position within the window. */
export const dueIn = ({ start, end }: RenewalWindow, share: number) =>
  Math.round(start + ((end - start) * share) / 1000)

export const lookAfter = (due: number, now: number) => Math.min(Math.max(due, now), now + askEveryMs)

/** Delay of a retry after consecutive failures. */
export const waitAfter = (failures: number): number => waitsMs[Math.min(failures, waitsMs.length) - 1] ?? hourMs
