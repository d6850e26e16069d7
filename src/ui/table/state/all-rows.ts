/** A page of a list that a server pages, of as many rows as it may have. */
export type PageOf<T> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<{ rows: readonly T[]; total?: number }>

/** Rows of a page, where nobody says how many there may be. */
export const defaultLimit = 200

/** Every row that matches, page after page. What stopped on the way goes on where it stopped. */
export type Walk<T> = { rows: Map<string, T>; offset: number; total: number | undefined; ended: boolean }

export const newWalk = <T>(): Walk<T> => ({ rows: new Map(), offset: 0, total: undefined, ended: false })

export const rowsAtHand = <T>(rows: readonly T[], rowId: (row: T) => string): Walk<T> => ({
  rows: new Map(rows.map((row) => [rowId(row), row])),
  offset: rows.length,
  total: rows.length,
  ended: true,
})

type Given<T> = { pageOf: PageOf<T>; limit: number; rowId: (row: T) => string; signal: AbortSignal }

/** A row that moved from one page to the next meanwhile counts once. */
export async function walkOn<T>(walk: Walk<T>, { pageOf, limit, rowId, signal }: Given<T>, onPage: () => void) {
  while (!walk.ended) {
    const { rows, total } = await pageOf(walk.offset, limit, signal)
    signal.throwIfAborted()
    for (const row of rows) walk.rows.set(rowId(row), row)
    walk.offset += rows.length
    walk.total = total ?? walk.total
    walk.ended = rows.length === 0 || (walk.total === undefined ? rows.length < limit : walk.offset >= walk.total)
    onPage()
  }
}
