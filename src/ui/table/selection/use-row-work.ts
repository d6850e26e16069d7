import { useEffect, useRef, useState } from 'react'
import { type PageOf, type Walk, walkOn } from '#ui/table/state/all-rows.ts'

/** What is done with rows once all of them are here. */
export type Work<T> = {
  /** "Export": the name of the button that began it. */
  title: string
  use: Use<T>
  /** Says that it is done; a dialog or a page that opens with the rows says itself what it does with them. */
  tellsEnd?: true
}

export type Use<T> = (rows: readonly T[]) => void | Promise<void>

export type RowWorkState = { title: string } & (
  | { state: 'running'; done: number; total: number | undefined }
  | { state: 'failed'; done: number; total: number | undefined; message: string }
  | { state: 'done'; done: number }
)

type Given<T> = { pageOf: PageOf<T> | undefined; limit: number; rowId: (row: T) => string }

/** Work on every row that matches: its progress is shown, it can be stopped, and it resumes where it failed. */
export function useRowWork<T>({ pageOf, limit, rowId }: Given<T>) {
  const [job, setJob] = useState<RowWorkState>()
  const again = useRef<() => void>(undefined)
  const controller = useRef<AbortController>(undefined)

  // The server: nobody waits any more for the pages that are on their way.
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
