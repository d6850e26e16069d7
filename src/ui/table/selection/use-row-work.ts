import { useEffect, useRef, useState } from 'react'
import { type PageOf, type Walk, walkOn } from '#ui/table/state/all-rows.ts'

/** An action on rows, run once all of them have loaded. */
export type Work<T> = {
  /** Label of the button that started it, such as "Export". */
  title: string
  use: Use<T>
  /** Reports completion. Omitted for actions that open a dialog or a page, which show their own result. */
  tellsEnd?: true
}

export type Use<T> = (rows: readonly T[]) => void | Promise<void>

export type RowWorkState = { title: string } & (
  | { state: 'running'; done: number; total: number | undefined }
  | { state: 'failed'; done: number; total: number | undefined; message: string }
  | { state: 'done'; done: number }
)

type Given<T> = { pageOf: PageOf<T> | undefined; limit: number; rowId: (row: T) => string }

/**
 * Runs an action on all selected rows: loads them page by page with progress; can be canceled, and resumes after an
 * error.
 */
export function useRowWork<T>({ pageOf, limit, rowId }: Given<T>) {
  const [job, setJob] = useState<RowWorkState>()
  const again = useRef<() => void>(undefined)
  const controller = useRef<AbortController>(undefined)

  // Cancels pending requests on unmount.
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (work: Work<T>, walk: Walk<T>, wanted: (id: string) => boolean = () => true) => {
    controller.current?.abort()
    const { title } = work
    const { signal } = (controller.current = new AbortController())
    const rowsNow = () => [...walk.rows].filter(([id]) => wanted(id)).map(([, row]) => row)
    const progress = () => ({ title, done: walk.rows.size, total: walk.total })
    const onPage = () => setJob({ state: 'running', ...progress() })
    again.current = () => void start(work, walk, wanted)
    onPage()
    try {
      if (pageOf) await walkOn(walk, { pageOf, limit, rowId, signal }, onPage)
      const rows = rowsNow()
      await work.use(rows)
      setJob(work.tellsEnd ? { state: 'done', title, done: rows.length } : undefined)
    } catch (error) {
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      setJob({ state: 'failed', message, ...progress() })
    }
  }
  const stop = () => {
    controller.current?.abort()
    setJob(undefined)
  }
  return { job, start, stop, retry: () => again.current?.() }
}
