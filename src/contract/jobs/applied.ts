/** What a job applies: a single endpoint, or a sequence of endpoints. */
import type { Composite } from './composite.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, JobRow } from '#contract/endpoint.ts'
import { deployKey, removeKey, replaceKey } from '#contract/keys/jobs/account-jobs.ts'
import { importCertificates } from '#contract/keys/jobs/import-job.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import { compareDevice } from '#contract/mdm/jobs/comparison-job.ts'

export type Applied = (Endpoint & { job: JobRow }) | Composite

const composites: readonly Composite[] = [
  deployKey,
  removeKey,
  replaceKey,
  renewCertificate,
  importCertificates,
  compareDevice,
]

export const applied: ReadonlyMap<string, Applied> = new Map(
  [
    ...[...endpoints.values()].filter((one): one is Endpoint & { job: JobRow } => one.job !== undefined),
    ...composites,
  ].map((one) => [one.id, one]),
)

export const isComposite = (one: Applied): one is Composite => 'steps' in one.job
