/** Conditions for starting a job: a reason, and identity confirmation. */
import * as z from 'zod/mini'
import { confirmedForMinutes } from '#contract/console/account.ts'
import { notPlanned, planning } from '#contract/console/jobs.ts'
import { isDangerous } from '#contract/endpoint.ts'
import { invalidInput } from '#contract/errors.ts'
import { isComposite } from '#contract/jobs/applied.ts'
import { missingMessage } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import { statedReason, type StatedReason } from '#contract/reason.ts'
import type { Person } from '#platform/console.ts'
import type { ItemStore } from './item-store.ts'
import type { JobRecord } from './job-store.ts'
import { appliedBy } from './plan.ts'
import type { JobInput } from './sealed-input.ts'
import { inputAbout } from './work.ts'

const confirmedForMs = confirmedForMinutes * 60_000

/** As in the proxy: setting the clock back does not extend a confirmation. */
export function requireConfirmed({ confirmedUntil }: Person) {
  const leftMs = confirmedUntil - Date.now()
  if (leftMs <= 0 || leftMs > confirmedForMs) throw new Problem('CONFIRM_IDENTITY')
}

export function reasonIn(said: object): StatedReason {
  const { success, data, error } = z.safeDecode(statedReason, said as z.input<typeof statedReason>, missingMessage)
  if (!success) throw invalidInput('console', error)
  return data
}

/** Whether the job is dangerous regardless of the number of items. */
export function isDangerForMany(row: JobRecord, { input, needs }: JobInput): boolean {
  const found = appliedBy(row)
  if (needs?.isDangerous) return true
  return !isComposite(found) && isDangerous(found, { ...input, ...inputAbout(found.job, ['1', '2']) })
}

/** Whether the waiting or retried items are dangerous. */
export const dangerIn =
  (items: Pick<ItemStore, 'page'>) =>
  async (row: JobRecord, { input, needs }: JobInput, more: readonly string[] = []): Promise<boolean> => {
    const found = appliedBy(row)
    // For one call per item, this was determined while planning.
    if (isComposite(found) || found.job.batchSize === undefined)
      return needs?.isDangerous ?? (!isComposite(found) && isDangerous(found, input))
    const pages = await Promise.all(
      (['waiting', ...more] as 'waiting'[]).map((outcome) => items.page(row, { outcome, page: 0, limit: 2 })),
    )
    const subjects = pages.flatMap((page) => page.rows.map(({ subject }) => subject))
    return isDangerous(found, { ...input, ...inputAbout(found.job, subjects) })
  }

/** Throws while a plan is incomplete, or if completing it failed. */
export function requireWholePlan({ why_code, why_message }: Pick<JobRecord, 'why_code' | 'why_message'>) {
  if (why_code !== planning && why_code !== notPlanned) return
  throw new Problem('INVALID_INPUT', `job: ${why_message}`, { service: 'console', status: 409, field: 'job' })
}
