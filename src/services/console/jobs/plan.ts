import type { Input, Endpoint, JobRow } from '#contract/endpoint.ts'
import type { planJob } from '#contract/console/jobs.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fromWireInput } from '#contract/http/http.ts'
import type { JsonObject } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'

type Applied = Endpoint & { job: JobRow }
type Items = Input<typeof planJob>['items']

/** An endpoint that a job may apply to many inputs: its entry of the contract says so. */
export function requireApplied(id: string): Applied {
  const endpoint = endpoints.get(id)
  if (endpoint?.job) return endpoint as Applied
  throw new Problem('INVALID_INPUT', `endpoint: ${id} cannot be run as a job`, {
    service: 'console',
    field: 'endpoint',
  })
}

/** The sense of what will be sent, before anything is. Throws the problem that the endpoint itself would answer with. */
export function requireSense({ job, ...endpoint }: Applied, input: JsonObject, items: Items) {
  const sent = items.filter(({ skip }) => skip === undefined)
  const check = (wire: JsonObject) => fromWireInput(endpoint, wire, 'console')
  const atOnce = job.atOnce ?? 1
  for (let at = 0; at < sent.length; at += atOnce) {
    const called = sent.slice(at, at + atOnce)
    const own = job.atOnce === undefined ? called[0]?.input : undefined
    check({
      ...input,
      ...own,
      ...inputAbout(
        job,
        called.map(({ subject }) => subject),
      ),
    })
  }
}

/** What goes on the wire about subjects. */
export const inputAbout = ({ subject, atOnce, input }: JobRow, subjects: readonly string[]) =>
  (input ? input(subjects) : { [subject]: atOnce === undefined ? (subjects[0] ?? '') : subjects }) as JsonObject
