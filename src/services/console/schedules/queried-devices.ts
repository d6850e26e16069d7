import { queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import { maxItems } from '#contract/console/jobs.ts'
import type { JsonObject } from '#contract/json.ts'
import { actionNames } from '#contract/mdm/actions/actions.ts'
import { verdictOf } from '#contract/mdm/actions/verdict.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import type { JobOwner, People } from '#platform/console.ts'

type Found = { subject: string; label: string; detail: string; skip?: string }

/** Columns needed to decide whether a command is possible, and for display. */
const columns = [
  'user_name',
  'serial_number',
  'managed_status',
  'platform_type',
  'model_type',
  'owned_by',
  'is_supervised',
  'is_lost_mode_enabled',
  'os_version',
]
/** An index that was not updated for this long is not used. */
const staleMs = 3_600_000

/** Devices of a query at the start of a run, with unsuitable ones skipped. */
export async function findQueriedDevices(
  callAs: People['callAs'],
  owner: JobOwner,
  signal: AbortSignal,
  { query, planned }: { query: string; planned: JsonObject },
): Promise<Found[]> {
  const action = actionNames.find((name) => name === planned.action_name)
  const found = new Map<string, Found>()
  for (let offset = 0, total = 1; offset < total;) {
    const page = await callAs(owner, queryDevices, { query, columns, offset, limit: pageLimit.max }, signal)
    requireCurrent(page.state)
    for (const { device_id, device_name, values } of page.rows) {
      const verdict = action && verdictOf(action, values)
      found.set(device_id, {
        subject: device_id,
        label: (device_name || device_id).slice(0, 300),
        detail: [values.user_name, values.serial_number].filter(Boolean).join(', ').slice(0, 300),
        ...(verdict?.is === 'cannot' && { skip: verdict.reason }),
      })
    }
    if (page.rows.length === 0) break
    offset += page.rows.length
    total = page.total
    if (found.size > maxItems)
      throw new Problem('INVALID_INPUT', `The query matches more than ${maxItems.toLocaleString('en')} devices`, {
        service: 'console',
        field: 'query',
      })
  }
  return [...found.values()]
}

type State = { state: string; asOf?: number | undefined; problem?: string | undefined }

function requireCurrent({ state, asOf = 0, problem }: State) {
  const isKnown = state === 'ready' || state === 'failing'
  const isOld = Date.now() - asOf >= staleMs
  if (isKnown && !isOld) return
  if (state === 'no-credential')
    throw new Problem('KEY_NEEDED', 'The console has no service credential that can read the devices of the query', {
      service: 'mdm',
    })
  const why =
    state === 'reading'
      ? 'they are still being read for the first time'
      : (problem ?? (asOf > 0 ? `they were last read at ${new Date(asOf).toISOString()}` : undefined))
  throw new Problem('TIMEOUT', `The devices of the query are not known: ${why ?? 'the server could not be read'}`, {
    service: 'mdm',
  })
}
