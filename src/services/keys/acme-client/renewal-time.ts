import type { RenewalWindow } from './outside-order.ts'

const hourMs = 3_600_000
const waitsMs = [hourMs, 6 * hourMs, 24 * hourMs]
/** How often the authority is asked again: it moves the window where certificates must be replaced early. */
const askEveryMs = 6 * hourMs

/** Where the authority suggests nothing: from two thirds of its validity on, as clients commonly do. */
export function defaultWindow({ not_before, not_after }: { not_before: number; not_after: number }): RenewalWindow {
  const life = not_after - not_before
  return { start: not_after - life / 3, end: not_after - life / 4 }
}

/** The same point of the window each time that it is asked for. */
export const dueIn = ({ start, end }: RenewalWindow, share: number) =>
  Math.round(start + ((end - start) * share) / 1000)

export const lookAfter = (due: number, now: number) => Math.min(Math.max(due, now), now + askEveryMs)

/** Until a renewal that failed so many times is tried again. */
export const waitAfter = (failures: number): number => waitsMs[Math.min(failures, waitsMs.length) - 1] ?? hourMs
