import type { Kysely } from 'kysely'
import { holds } from '#contract/permission.ts'
import { targetOf } from '#platform/audit-target.ts'
import type { Person } from '#platform/console.ts'
import type { ItemStore } from '#services/console/jobs/item-store.ts'
import type { JobRecord } from '#services/console/jobs/job-store.ts'
import { appliedBy } from '#services/console/jobs/plan.ts'
import { readGiven } from '#services/console/jobs/sealed-input.ts'
import { workOf } from '#services/console/jobs/work.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { JsonObject } from '#contract/json.ts'

type AsSent = {
  /** Target of the call, as the audit shows it. */
  target: string
  /** Whom it affects: devices by their name in the device index. */
  names: string[]
}
/** Subjects that are named where not all of them are shown. */
const maxNamed = 3

type Parts = { input: JsonObject; person: Person }

/** What the calls of held jobs would send, and to whom. */
export function heldCalls(database: Kysely<ConsoleTables>) {
  /** The label was chosen by the requester and is not reliable: it only stands beside the ID of an unknown device. */
  const asSent = async (
    items: Pick<ItemStore, 'givenOf'>,
    row: JobRecord,
    rows: readonly { n: number; label: string }[],
    { input, person }: Parts,
  ): Promise<ReadonlyMap<number, AsSent>> => {
    const step = workOf(appliedBy(row)).steps.find(({ endpoint }) => endpoint.guards)
    if (!step) return new Map()
    const labels = new Map(rows.map(({ n, label }) => [n, label]))
    const found = await items.givenOf(row.id, [...labels.keys()])
    const calls = found.map(({ n, subject, given }) => {
      const wire = step.input([subject], { ...input, ...readGiven(given) })
      const { subjects = [] } = step.endpoint.guards?.(wire as never) ?? {}
      return { n, subject, target: targetOf(step.endpoint, wire), subjects: subjects.slice(0, maxNamed) }
    })
    const isOfDevices = step.endpoint.id.startsWith('mdm.')
    const ids = isOfDevices && holds(person.permissions, 'MDM_Read') ? calls.flatMap(({ subjects }) => subjects) : []
    const known = await deviceNames(database, row.site, ids)
    return new Map(
      calls.map(({ n, subject, target, subjects }) => {
        const nameOf = (one: string) => {
          const label = isOfDevices && one === subject ? labels.get(n) : ''
          return known.get(one) ?? (label && label !== one ? `${label} (${one})` : one)
        }
        return [n, { target, names: subjects.map(nameOf) }]
      }),
    )
  }

  return {
    asSent,
    /** The first subjects of a held job. */
    firstNames: async (items: Pick<ItemStore, 'givenOf' | 'page'>, row: JobRecord, parts: Parts): Promise<string[]> => {
      const { rows } = await items.page(row, { outcome: 'waiting', page: 0, limit: maxNamed })
      const sent = await asSent(items, row, rows, parts)
      return rows.flatMap(({ n }) => sent.get(n)?.names ?? []).slice(0, maxNamed)
    },
  }
}

async function deviceNames(database: Kysely<ConsoleTables>, site: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const found = await database
    .selectFrom('fleet_device')
    .select(['device_id', 'device_name'])
    .where('site', '=', site)
    .where('device_id', 'in', ids)
    .execute()
  return new Map(
    found.flatMap(({ device_id, device_name }) => (device_name ? [[device_id, device_name] as const] : [])),
  )
}
