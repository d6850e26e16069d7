import { type Applied, applied } from '#contract/jobs/applied.ts'
import type { planJob } from '#contract/console/jobs.ts'
import type { Dialect } from '#contract/dialect.ts'
import { type Endpoint, type Input, isDangerous, type JobRow, revealsSecret, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fromWireInput } from '#contract/http/http.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Permission } from '#contract/permission.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { requiresReason } from '#contract/reason.ts'
import { stepFrom, type Work } from './work.ts'

type Items = Input<typeof planJob>['items']
/** Requirements for starting a job, from its calls. */
export type Needs = { isDangerous: boolean; reveals: boolean; reason: boolean; permissions: Permission[] }

/** The endpoint or sequence that a job can apply; throws for others. */
export function requireApplied(id: string): Applied {
  const found = applied.get(id)
  if (found) return found
  throw new Problem('INVALID_INPUT', `endpoint: ${id} cannot be run as a job`, {
    service: 'console',
    field: 'endpoint',
  })
}

/** A single held call with its complete input. */
const oneCall: JobRow = { kind: 'call', input: () => ({}) }
const oneDevice: JobRow = { ...oneCall, kind: 'device' }

/** Database columns. */
type AppliedRow = { endpoint: string; is_one_call: number }

export function findApplied({ endpoint: id, is_one_call }: AppliedRow) {
  if (is_one_call === 0) return applied.get(id)
  const endpoint = endpoints.get(id)
  return endpoint && { ...endpoint, job: id.startsWith('mdm.') ? oneDevice : oneCall }
}

/** What an existing job applies. */
export function appliedBy(row: AppliedRow): Applied {
  return findApplied(row) ?? requireApplied(row.endpoint)
}

type Speaks = (service: ServiceName) => Dialect | undefined

/** Validates all calls in advance. Throws the problem that the endpoint would return. */
export function requireSense(work: Work, input: JsonObject, items: Items, speaks: Speaks): Needs {
  const sent = items.filter(({ skip }) => skip === undefined)
  const needs = { isDangerous: false, reveals: false, reason: false, permissions: new Set<Permission>() }
  const check = (endpoint: Endpoint, wire: JsonObject) => {
    const clean = fromWireInput(endpoint, wire, 'console')
    const dialect = speaks(serviceOf(endpoint))
    needs.reveals ||= revealsSecret(endpoint, clean)
    needs.isDangerous ||= needs.reveals || isDangerous(endpoint, clean, dialect)
    needs.reason ||= requiresReason(endpoint, clean)
    const more = endpoint.permissionFor?.(clean as never, dialect)
    for (const permission of [endpoint.permission, more]) if (permission) needs.permissions.add(permission)
  }
  const batchSize = work.batchSize ?? 1
  for (let at = 0; at < sent.length; at += batchSize) {
    const called = sent.slice(at, at + batchSize)
    const subjects = called.map(({ subject }) => subject)
    const given: JsonObject = { ...input, ...(work.batchSize === undefined && called[0]?.input) }
    for (let n = stepFrom(work, 0, given); n !== undefined; n = stepFrom(work, n + 1, given)) {
      const step = work.steps[n]
      if (step) check(step.endpoint, step.input(subjects, { ...given, ...step.needs }))
    }
  }
  return { ...needs, permissions: [...needs.permissions] }
}
