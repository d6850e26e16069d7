import { targetOf } from '#platform/audit-target.ts'
import type { ItemStore } from '#services/console/jobs/item-store.ts'
import type { JobRecord } from '#services/console/jobs/job-store.ts'
import { appliedBy } from '#services/console/jobs/plan.ts'
import { readGiven } from '#services/console/jobs/sealed-input.ts'
import { workOf } from '#services/console/jobs/work.ts'
import type { JsonObject } from '#contract/json.ts'

/** Targets as they will be sent, for each item: the label was chosen by the requester and is not reliable. */
export async function targetsOf(
  items: Pick<ItemStore, 'givenOf'>,
  row: JobRecord,
  input: JsonObject,
  ns: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const step = workOf(appliedBy(row)).steps.find(({ endpoint }) => endpoint.guards)
  const found = step ? await items.givenOf(row.id, ns) : []
  return new Map(
    found.map(({ n, subject, given }) => {
      const wire = step?.input([subject], { ...input, ...readGiven(given) }) ?? {}
      return [n, step ? targetOf(step.endpoint, wire) : '']
    }),
  )
}
