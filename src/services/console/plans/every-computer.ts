import { setImmediate as otherWork } from 'node:timers/promises'
import { idOf } from '#contract/desktop/agent-outcome.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Page } from '#contract/page.ts'
import type { Ask } from './plan-filler.ts'

/** `isComplete`: the server does not list other computers. */
export type Computers<T> = { rows: ReadonlyMap<string, T>; isComplete: boolean }

type Read = (paging: { page: number; pagelimit: number }) => Promise<Page<Computer>>

/** The whole list, by ID; `keep` selects what is needed of each row. */
export const everyComputer = <T>(ask: Ask, keep: (row: Computer) => T): Promise<Computers<T>> =>
  everyComputerOf((paging) => ask(listComputers, paging), keep)

export async function everyComputerOf<T>(read: Read, keep: (row: Computer) => T): Promise<Computers<T>> {
  const found = new Map<string, T>()
  let unnamed = 0
  for (let page = 0; ; page++) {
    const before = found.size
    const { rows, total } = await read({ page, pagelimit: pageSize.max })
    for (const row of rows) {
      const id = idOf(row)
      if (id === undefined) unnamed += 1
      else found.set(id, keep(row))
    }
    await otherWork()
    const isComplete = total === undefined ? rows.length < pageSize.max : found.size + unnamed >= total
    // A server that ignores the page as well lists no others.
    if (isComplete || found.size === before) return { rows: found, isComplete }
  }
}
