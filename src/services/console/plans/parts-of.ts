import { setImmediate as otherWork } from 'node:timers/promises'

const rowsAtOnce = 1000

/** Slices of a long list, with a turn of the event loop after each. */
export async function* partsOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    yield rows.slice(from, from + rowsAtOnce)
    await otherWork()
  }
}
