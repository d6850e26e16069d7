import type { Kysely } from 'kysely'
import { independentDays } from '#contract/console/approvals.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, Person } from '#platform/console.ts'
import { foldedName } from '#platform/digest.ts'
import { requirePermission } from '#platform/permission.ts'
import type { EndJob } from '#services/console/jobs/end-job.ts'
import type { JobRecord, JobStore } from '#services/console/jobs/job-store.ts'
import { appliedBy } from '#services/console/jobs/plan.ts'
import type { JobSeal, Starter } from '#services/console/jobs/sealed-input.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { isBehind } from './independence.ts'
import { type Requests, whyClosed } from './requests.ts'
import type { Rules } from './rules.ts'

type Parts = {
  database: Kysely<ConsoleTables>
  store: JobStore
  seal: Pick<JobSeal, 'openInput'>
  requests: Requests
  rules: Rules
  end: EndJob
  wake: (job: number) => void
}
type Handled = 'approveJob' | 'refuseJob' | 'releaseJob'

/** Decisions about held jobs, by another user or, in an emergency, by the requester. */
export function decideHandlers(parts: Parts): Pick<ConsoleHandlers, Handled> {
  const { database, store, seal, requests, rules, end, wake } = parts

  const held = async (job: number, { site, person }: ConsoleCaller) => {
    if (!person) throw new Problem('SIGNED_OUT')
    const row = await store.findSeen(person, job)
    if (!row) throw new Problem('NOT_FOUND', 'This job does not exist any more. Reload the list.', { field: 'job' })
    if (row.state !== 'held') throw notHeld()
    requirePermission(appliedBy(row).permission, person.permissions, site)
    return { row, person }
  }
  /** Rejects requesters and accounts connected with them. */
  const decidable = async (job: number, by: string, caller: ConsoleCaller) => {
    const found = await held(job, caller)
    const { row, person } = found
    if (isSame(row, person, seal.openInput(job, row.sealed).starter))
      throw refused('You requested this yourself. Somebody else has to decide it.')
    if (row.user_name !== by) throw notHeld()
    if (await isBehind(database, by, person))
      throw refused(
        `${by} created or changed your account in the last ${independentDays} days. Another user must approve or refuse it.`,
      )
    return found
  }
  const viewOf = async (job: number, person: Person) => {
    const row = await store.find(job)
    if (!row) throw notHeld()
    return store.toView(row, person)
  }

  return {
    approveJob: async ({ job, by, items }, caller) => {
      const { person } = await decidable(job, by, caller)
      const decision = { decision: items ? 'part' : 'approved', by: person.name, note: '' } as const
      if (!(await requests.approve(job, decision, items))) throw notHeld()
      wake(job)
      return viewOf(job, person)
    },

    refuseJob: async ({ job, by, note }, caller) => {
      const { row, person } = await decidable(job, by, caller)
      const decision = { decision: 'refused', by: person.name, note } as const
      if (!(await requests.close(job, decision))) throw notHeld()
      await end(row, whyClosed(decision))
      return viewOf(job, person)
    },

    releaseJob: async ({ job, reason: note }, caller) => {
      const { row, person } = await held(job, caller)
      if (row.owner !== person.owner) throw refused('Only the requester can release it. You can approve it.')
      if (!(await rules.all(person.site)).emergency)
        throw refused('The release in an emergency is disabled at this site.')
      if (!person.provenByCode)
        throw refused(
          'Confirm with your password and a one-time code. Accounts without a second factor cannot release it.',
        )
      if (!(await requests.approve(job, { decision: 'released', by: person.name, note }))) throw notHeld()
      wake(job)
      return viewOf(job, person)
    },
  }
}

/**
 * The ID of an account may depend on the sign-in method, so names are compared as well, and email addresses of accounts
 * with different methods.
 */
function isSame(row: Pick<JobRecord, 'owner' | 'user_name'>, { owner, name, by, email }: Person, starter?: Starter) {
  if (row.owner === owner || foldedName(row.user_name) === foldedName(name)) return true
  return email !== '' && starter?.by !== by && foldedName(starter?.email ?? '') === foldedName(email)
}

const refused = (message: string) => new Problem('FORBIDDEN', message, { service: 'console' })
const notHeld = () =>
  new Problem('INVALID_INPUT', 'This job was already approved or refused. Reload the page.', {
    service: 'console',
    status: 409,
    field: 'job',
  })
