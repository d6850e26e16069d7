import { setImmediate as otherWork } from 'node:timers/promises'
import { gone, idOf, maxIdsPerRequest } from '#contract/desktop/agent-outcome.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { scanComputers } from '#contract/desktop/inventory.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { installAgents, listComputers, uninstallAgents } from '#contract/desktop/som.ts'
import { type ComputerAction, obstacleTo } from '#contract/desktop/status.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { withoutRefused } from '#contract/problems/without-refused.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { Ask, Item, planFiller } from './plan-filler.ts'

const endpointOf: Readonly<Record<ComputerAction, Pick<Endpoint, 'id'>>> = {
  install: installAgents,
  uninstall: uninstallAgents,
  scan: scanComputers,
}

type Parts = Pick<ConsoleHandlers, 'readJob'> & { begin: ReturnType<typeof planFiller> }

/** Plans jobs for the agents of any number of computers on behalf of a user, as their page would. */
export const agentPlans = ({ begin, readJob }: Parts): Pick<ConsoleHandlers, 'planAgentAction'> => ({
  planAgentAction: async ({ action, title, ids }, caller) => {
    const distinct = [...new Set(ids)]
    const find = (ask: Ask) => {
      const rowOf = currentRows(ask, distinct)
      return Promise.resolve(distinct.map((id) => async () => itemOf(action, id, await rowOf(id))))
    }
    const why_message = 'The console reads the status of the computers. The job can be started when this is complete.'
    const job = await begin({ endpoint: endpointOf[action].id, title, input: {}, why_message, find }, caller)
    return readJob({ job }, caller)
  },
})

type Row = Partial<Computer>
/** `isComplete`: the server does not list other computers. */
type Found = { rows: ReadonlyMap<string, Row>; isComplete: boolean }

/** Current rows of computers that are asked for in order. Undefined if the server does not reveal one. */
function currentRows(ask: Ask, ids: readonly string[]) {
  const before = new Set<string>()
  const partOf = new Map(ids.map((id, at) => [id, Math.floor(at / maxIdsPerRequest)]))
  let whole: Promise<Found> | undefined
  let current: { part: number; found: Promise<Found> } | undefined
  const readPart = async (part: number): Promise<Found> => {
    const asked = ids.slice(part * maxIdsPerRequest, (part + 1) * maxIdsPerRequest)
    const input = { page: 0, pagelimit: asked.length, residfilter: asked }
    const isOwn = (name: string) => name === 'residfilter'
    const { page } = await withoutRefused(ask, before, { endpoint: listComputers, input, isOwn })
    const isFiltered = page.rows.every((row) => asked.includes(idOf(row) ?? ''))
    return isFiltered ? { rows: byId(page.rows), isComplete: true } : (whole ??= everyComputer(ask))
  }
  return async (id: string) => {
    const part = partOf.get(id) ?? 0
    if (current?.part !== part) current = { part, found: whole ?? readPart(part) }
    const { rows, isComplete } = await current.found
    return rows.get(id) ?? (isComplete ? 'gone' : undefined)
  }
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [idOf(row) ?? '', row]))

/** The whole list, of servers that do not filter it. */
async function everyComputer(ask: Ask): Promise<Found> {
  const found = new Map<string, Row>()
  for (let page = 0; ; page++) {
    const before = found.size
    const { rows, total } = await ask(listComputers, { page, pagelimit: pageSize.max })
    for (const [id, row] of byId(rows)) found.set(id, chosen(row))
    await otherWork()
    const isComplete = total === undefined ? rows.length < pageSize.max : found.size >= total
    // A server that ignores the page as well lists no others.
    if (isComplete || found.size === before) return { rows: found, isComplete }
  }
}

const chosenFields = [
  'resource_name',
  'full_name',
  'fqdn_name',
  'domain_netbios_name',
  'os_name',
  'installation_status',
] as const
const chosen = (row: Row): Row =>
  Object.fromEntries(chosenFields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))

function itemOf(action: ComputerAction, id: string, row: Row | 'gone' | undefined): Item {
  if (row === 'gone') return { subject: id, label: id, skip: gone }
  if (row === undefined) return { subject: id, label: id }
  const skip = obstacleTo(action, row)
  const name = [row.resource_name, row.full_name, row.fqdn_name].map(given).find((text) => text !== '') ?? id
  const detail = [given(row.domain_netbios_name), given(row.os_name)].filter(Boolean).join(', ')
  return { subject: id, label: name.slice(0, 300), detail: detail.slice(0, 300), ...(skip !== undefined && { skip }) }
}

/** Servers send `--` for a missing value. */
const given = (value: unknown) => textOf(value).trim().replace(/^--$/, '')
