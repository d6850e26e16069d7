import { gone, idOf, maxIdsPerRequest } from '#contract/desktop/agent-outcome.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { scanComputers } from '#contract/desktop/inventory.ts'
import { installAgents, listComputers, uninstallAgents } from '#contract/desktop/som.ts'
import { type ComputerAction, obstacleTo } from '#contract/desktop/status.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { withoutRefused } from '#contract/problems/without-refused.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { openFleet } from '#services/console/fleet/open-fleet.ts'
import { type Computers, everyComputer } from './every-computer.ts'
import { type ComputerFilter, matchingComputers } from './matching-computers.ts'
import { partsOf } from './parts-of.ts'
import type { Ask, Item, Making, planFiller } from './plan-filler.ts'
import { findQueriedComputers } from './queried-items.ts'

const endpointOf: Readonly<Record<ComputerAction, Pick<Endpoint, 'id'>>> = {
  install: installAgents,
  uninstall: uninstallAgents,
  scan: scanComputers,
}

type PlannedQueries = Pick<ReturnType<typeof openFleet>, 'requireQuery' | 'requireIdentified'>
type Parts = Pick<ConsoleHandlers, 'readJob'> & { begin: ReturnType<typeof planFiller>; queries: PlannedQueries }

/** Plans jobs for the agents of any number of computers on behalf of a user, as their page would. */
export const agentPlans = ({ begin, readJob, queries }: Parts): Pick<ConsoleHandlers, 'planAgentAction'> => ({
  planAgentAction: async ({ action, title, ids = [], query, filter, except = [] }, caller) => {
    const { id: endpoint } = endpointOf[action]
    if (query !== undefined) await queries.requireQuery('computer', query, caller.site.name)
    const find = async (ask: Ask): Promise<Making[]> => {
      if (query !== undefined) await queries.requireIdentified('computer', query, caller.site.name)
      else if (!filter) return findNamed(ask, action, [...new Set(ids)])
      const leftOut = new Set(except)
      const found = await (query === undefined
        ? findListed(ask, action, filter)
        : findQueriedComputers(ask, { query, endpoint }))
      const meant = found.filter(({ subject }) => !leftOut.has(subject))
      if (meant.length === 0) throw new Problem('NOT_FOUND', 'No computers match', { service: 'console' })
      return meant.map((item) => () => Promise.resolve(item))
    }
    const why_message = 'The console reads the status of the computers. The job can be started when this is complete.'
    const areReady = ids.length === 0
    const job = await begin({ endpoint, title, input: {}, why_message, find, areReady }, caller)
    return readJob({ job }, caller)
  },
})

function findNamed(ask: Ask, action: ComputerAction, ids: readonly string[]): Making[] {
  const rowOf = currentRows(ask, ids)
  return ids.map((id) => async () => itemOf(action, id, await rowOf(id)))
}

async function findListed(ask: Ask, action: ComputerAction, filter: ComputerFilter = {}): Promise<Item[]> {
  const items: Item[] = []
  for await (const part of partsOf([...(await matchingComputers(ask, filter))]))
    items.push(...part.map(([id, row]) => itemOf(action, id, row)))
  return items
}

type Row = Partial<Computer>
type Found = Computers<Row>

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
    return isFiltered ? { rows: byId(page.rows), isComplete: true } : (whole ??= everyComputer(ask, chosen))
  }
  return async (id: string) => {
    const part = partOf.get(id) ?? 0
    if (current?.part !== part) current = { part, found: whole ?? readPart(part) }
    const { rows, isComplete } = await current.found
    return rows.get(id) ?? (isComplete ? 'gone' : undefined)
  }
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [idOf(row) ?? '', row]))

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
