import type { Computer } from '#contract/desktop/computer-fields.ts'
import { filtersIn, type ListInput, matchingNone, passes, stated } from '#contract/desktop/list-filters.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input } from '#contract/endpoint.ts'
import { withoutRefused } from '#contract/problems/without-refused.ts'
import { Problem } from '#contract/problem.ts'
import { everyComputerOf } from './every-computer.ts'
import { partsOf } from './parts-of.ts'
import type { Ask } from './plan-filler.ts'

export type ComputerFilter = Input<typeof listComputers>

/** All computers that match, by ID, with the filters that the server rejects or ignores applied here. */
export async function matchingComputers(ask: Ask, asked: ComputerFilter): Promise<ReadonlyMap<string, Computer>> {
  const { page: _page, pagelimit: _limit, sort: _sort, ...filter } = asked
  const names = filtersIn(filter)
  const before = new Set<string>()
  const unmet = new Set<string>()
  const isOwn = (name: string) => !stated.has(name)
  const { rows, isComplete } = await everyComputerOf(
    async (paging) => {
      const given = { endpoint: listComputers, input: { ...filter, ...paging }, isOwn }
      const { page, refused } = await withoutRefused(ask, before, given)
      for (const name of refused) if (names.includes(name)) unmet.add(name)
      return page
    },
    (row) => row,
  )
  if (!isComplete) throw cannot('does not list all computers that it counts')
  const isReported = new Set<string>()
  for await (const part of partsOf([...rows.values()]))
    for (const name of names)
      for (const row of part) {
        const verdict = passes(row, name, filter)
        if (verdict !== undefined) isReported.add(name)
        if (verdict === false) unmet.add(name)
      }
  for (const name of names)
    if (rows.size > 0 && !isReported.has(name) && (await isIgnored(ask, name, filter))) unmet.add(name)
  if (unmet.size === 0) return rows
  const matching = new Map<string, Computer>()
  for await (const part of partsOf([...rows]))
    for (const [id, row] of part) {
      const verdicts = [...unmet].map((name) => passes(row, name, filter))
      if (verdicts.includes(false)) continue
      if (verdicts.includes(undefined))
        throw cannot('does not filter its computers, and does not report what to filter them by')
      matching.set(id, row)
    }
  return matching
}

const cannot = (why: string) => new Problem('UNEXPECTED_CONTENT', `The server ${why}`, { service: 'desktop' })

async function isIgnored(ask: Ask, name: string, filter: ListInput): Promise<boolean> {
  try {
    return (await ask(listComputers, matchingNone(name, filter) as ComputerFilter)).rows.length > 0
  } catch (error) {
    // The server may reject the value itself.
    if (error instanceof Problem && error.status < 500) return false
    throw error
  }
}
