import { scanComputers } from '#contract/desktop/inventory.ts'
import { installAgents, uninstallAgents } from '#contract/desktop/som.ts'
import { type ComputerAction, obstacleTo } from '#contract/desktop/status.ts'
import { readQueriedComputers } from '#contract/fleet/computer-endpoints.ts'
import { readQueriedDevices } from '#contract/fleet/fleet-endpoints.ts'
import { maxItems } from '#contract/console/jobs.ts'
import { queriedFacts } from '#contract/console/plans/device-selections.ts'
import type { JsonObject } from '#contract/json.ts'
import { actionNames } from '#contract/mdm/actions/actions.ts'
import { verdictOf } from '#contract/mdm/actions/verdict.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask } from './plan-filler.ts'

type Found = { subject: string; label: string; detail: string; skip?: string }
type Queried = { many: 'devices' | 'computers'; service: 'mdm' | 'desktop' }
type State = { state: string; asOf?: number | undefined; problem?: string | undefined }
export type QueriedPart<Row> = { rows: readonly Row[]; next?: number | undefined; state: State }

/** Columns needed to decide whether an action is possible, and for display. */
const columnsOfComputers = ['installation_status', 'domain_netbios_name', 'os_name']
/** An index that was not updated for this long is not used. */
const staleMs = 3_600_000

/** Devices of a query, with unsuitable ones skipped. */
export function findQueriedDevices(
  ask: Ask,
  { query, planned }: { query: string; planned: JsonObject },
): Promise<Found[]> {
  const action = actionNames.find((name) => name === planned.action_name)
  return allOf(
    { many: 'devices', service: 'mdm' },
    (after) => ask(readQueriedDevices, { query, columns: [...queriedFacts], after }),
    ({ device_id, device_name, values }) => {
      const verdict = action && verdictOf(action, values)
      return {
        subject: device_id,
        label: (device_name || device_id).slice(0, 300),
        detail: joined(values.user_name, values.serial_number),
        ...(verdict?.is === 'cannot' && { skip: verdict.reason }),
      }
    },
  )
}

const actionOf: Readonly<Record<string, ComputerAction>> = {
  [installAgents.id]: 'install',
  [uninstallAgents.id]: 'uninstall',
  [scanComputers.id]: 'scan',
}

/** Computers of a query, with unsuitable ones skipped. */
export function findQueriedComputers(
  ask: Ask,
  { query, endpoint }: { query: string; endpoint: string },
): Promise<Found[]> {
  const action = actionOf[endpoint]
  return allOf(
    { many: 'computers', service: 'desktop' },
    (after) => ask(readQueriedComputers, { query, columns: columnsOfComputers, after }),
    ({ resource_id, resource_name, values }) => {
      const status = values.installation_status ?? undefined
      const told = status === undefined ? {} : { installation_status: Number(status) }
      const skip = action && obstacleTo(action, told)
      return {
        subject: resource_id,
        label: (resource_name || resource_id).slice(0, 300),
        detail: joined(values.domain_netbios_name, values.os_name),
        ...(skip !== undefined && { skip }),
      }
    },
  )
}

const joined = (...texts: unknown[]) => texts.filter(Boolean).join(', ').slice(0, 300)

/** All items, each once. */
async function allOf<Row>(
  queried: Queried,
  partOf: (after: number | undefined) => Promise<QueriedPart<Row>>,
  itemOf: (row: Row) => Found,
): Promise<Found[]> {
  const found = new Map<string, Found>()
  for await (const { rows, state } of queriedParts(partOf)) {
    requireCurrent(queried, state)
    for (const row of rows) {
      const item = itemOf(row)
      found.set(item.subject, item)
    }
    refuseTooMany(maxItems, found.size, queried.many)
  }
  return [...found.values()]
}

/** The parts of all results of a query. */
export async function* queriedParts<Row>(
  partOf: (after: number | undefined) => Promise<QueriedPart<Row>>,
): AsyncGenerator<QueriedPart<Row>> {
  let after: number | undefined
  do {
    const part = await partOf(after)
    yield part
    after = part.next
  } while (after !== undefined)
}

export function refuseTooMany(max: number, found: number, many: Queried['many']): void {
  if (found <= max) return
  const message = `The query matches more than ${max.toLocaleString('en')} ${many}`
  throw new Problem('INVALID_INPUT', message, { service: 'console', field: 'query' })
}

function requireCurrent({ many, service }: Queried, { state, asOf = 0, problem }: State) {
  const isKnown = state === 'ready' || state === 'failing'
  const isOld = Date.now() - asOf >= staleMs
  if (isKnown && !isOld) return
  if (state === 'no-credential')
    throw new Problem('KEY_NEEDED', `The console has no service credential that can read the ${many} of the query`, {
      service,
    })
  const why =
    state === 'reading'
      ? 'they are still being read for the first time'
      : (problem ?? (asOf > 0 ? `they were last read at ${new Date(asOf).toISOString()}` : undefined))
  throw new Problem('TIMEOUT', `The ${many} of the query are not known: ${why ?? 'the server could not be read'}`, {
    service,
  })
}
