import { setImmediate as otherWork } from 'node:timers/promises'
import { onDatabase } from '#platform/database/differences.ts'
import type { Database } from './find-annotations.ts'

/** Range of the random hexadecimal ids of annotations; `to` is excluded. */
export type Slice = { from: string; to: string | undefined }
/** `g` follows all of them. */
const bounds = Array.from('0123456789abcdefg')

/** SQLite runs on this thread, so other requests pass between the slices. */
export async function* slicesOf(database: Database): AsyncGenerator<Slice> {
  const slices = onDatabase(database, {
    sqlite: () => bounds.slice(1).map((to, at): Slice => ({ from: at === 0 ? '' : (bounds[at] ?? ''), to })),
    postgres: (): Slice[] => [{ from: '', to: undefined }],
  })
  for (const slice of slices) {
    if (slice.from !== '') await otherWork()
    yield slice
  }
}
