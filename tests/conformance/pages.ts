import { listComputers } from '#contract/desktop/som.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import type { ConfiguredDialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { detectPageBase } from '#platform/upstream/page-base.ts'
import type { Check } from './finding.ts'
import { identitiesIn, recordsIn } from './records.ts'
import type { Server } from './server.ts'

const name = 'Page base'

/** Where the pages of desktop lists begin, and whether a list can be asked for without the number of a page. */
export async function checkPages(server: Server, configured: ConfiguredDialect['pageBase']): Promise<Check[]> {
  if (server.service !== 'desktop') return []
  const list = await firstWithRows(server, [listComputers, listSoftware])
  if (!list) return [{ name, result: 'not checked', text: 'No list with rows' }]
  return [
    (await ignoredPages(server, list)) ?? (await pageBase(server, list, configured)),
    await withoutPage(server, list),
  ]
}

/** The same rows for any page: where pages begin cannot be told from them. */
async function ignoredPages(server: Server, list: Endpoint): Promise<Check | undefined> {
  const rowsOf = async (page: string) => identitiesIn((await server.ask(list, { page, pagelimit: '2' })).value)
  const [first, late] = [await rowsOf('0'), await rowsOf('9')]
  const isSame = first.length > 1 && first.join() === late.join()
  return isSame ? { name, result: 'differs', text: 'Ignored: the same rows for any page' } : undefined
}

async function firstWithRows(server: Server, lists: readonly Endpoint[]): Promise<Endpoint | undefined> {
  for (const list of lists) {
    if (recordsIn((await server.ask(list, {})).value).length > 0) return list
  }
  return undefined
}

async function pageBase(server: Server, list: Endpoint, configured: ConfiguredDialect['pageBase']): Promise<Check> {
  const found = await detectPageBase(list, {}, (input) =>
    server.ask(list, toWireInput(list, input), { ...server.dialect, pageBase: 0 }),
  )
  if ('said' in found) return { name, result: 'not checked', text: found.said.problem?.message ?? 'The list is empty' }
  const { base } = found
  const text = `Pages count from ${base}`
  if (configured === base) return { name, result: base === 0 ? 'as stated' : 'note', text: `${text}, as configured` }
  if (base === 0 && configured === 'auto') return { name, result: 'as stated', text }
  return {
    name,
    result: 'differs',
    text: configured === 'auto' ? `${text}; detected automatically` : `${text}, but the connection says ${configured}`,
    mendedBy: { pageBase: base },
  }
}

async function withoutPage(server: Server, list: Endpoint): Promise<Check> {
  const check = 'pagelimit without page'
  const { value, problem } = await server.ask(list, { pagelimit: '2' })
  if (problem) return { name: check, result: 'differs', text: `Refused: ${problem.message}` }
  const { length } = recordsIn(value)
  if (length > 2) return { name: check, result: 'differs', text: 'Ignored: more rows than asked for' }
  return { name: check, result: 'as stated', text: 'Answered with the first page' }
}
