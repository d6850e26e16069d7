/** Loads a page of a server-side list. */
export type PageOf<T> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<{ rows: readonly T[]; total?: number }>

/** Page size for servers without a known maximum. */
export const defaultLimit = 200

/** Progress of loading all matching rows page by page. After an error, it resumes at `offset`. */
export type Walk<T> = { rows: Map<string, T>; offset: number; total: number | undefined; ended: boolean }

export const newWalk = <T>(): Walk<T> => ({ rows: new Map(), offset: 0, total: undefined, ended: false })

export const rowsAtHand = <T>(rows: readonly T[], rowId: (row: T) => string): Walk<T> => ({
  rows: new Map(rows.map((row) => [rowId(row), row])),
  offset: rows.length,
  total: rows.length,
  ended: true,
})

type Given<T> = { pageOf: PageOf<T>; limit: number; rowId: (row: T) => string; signal: AbortSignal }

/** Loads the remaining pages. A row that has moved to a later page in the meantime is counted once. */
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
