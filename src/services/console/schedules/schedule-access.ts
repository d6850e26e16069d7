import { readSchedule } from '#contract/console/schedules.ts'
import { Problem } from '#contract/problem.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { meaningOf } from '#services/console/jobs/job-failure.ts'
import type { JobSeal } from '#services/console/jobs/sealed-input.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import type { ScheduleRecord, ScheduleStore } from './schedule-store.ts'

type Parts = { store: ScheduleStore; seal: JobSeal; people: Pick<People, 'callAs' | 'credentialOf'> }
export type ScheduleAccess = ReturnType<typeof scheduleAccess>

/** With what a schedule runs: the session of its owner, sealed, as long as their server takes it. */
export function scheduleAccess({ store, seal, people }: Parts) {
  /** Whoever is signed in now is known by that session, as it is now: it lasts the longest, and knows what they may do. */
  const renewed = async (schedule: ScheduleRecord): Promise<ScheduleRecord> => {
    const kept = await people.credentialOf({ site: schedule.site, owner: schedule.owner })
    if (!kept || kept.credential === seal.openCredential(schedule.template, schedule.credential)) return schedule
    const fresh = { credential: seal.closeCredential(schedule.template, kept.credential), session: kept.session }
    await store.change(schedule.id, ['active'], fresh)
    return { ...schedule, ...fresh }
  }

  return {
    ownerOf: (schedule: ScheduleRecord, job: number): JobOwner => ({
      site: schedule.site,
      owner: schedule.owner,
      job,
      credential: seal.openCredential(schedule.template, schedule.credential),
      isConfirmed: schedule.is_confirmed === 1,
    }),

    /**
     * The schedule, as its owner may run it now. Undefined where they may not: it is paused then, and says why. Throws
     * where nobody can tell.
     */
    async requireAllowed(schedule: ScheduleRecord, signal: AbortSignal): Promise<ScheduleRecord | undefined> {
      const current = await renewed(schedule)
      try {
        const owner = this.ownerOf(current, current.template)
        const { isPermitted } = await people.callAs(owner, readSchedule, { schedule: current.id }, signal)
        if (isPermitted) return current
        throw new Problem('FORBIDDEN', `The account of ${current.user_name} no longer has the permission`, {
          service: 'session',
        })
      } catch (error) {
        const problem = problemOf(error)
        if (signal.aborted || meaningOf(problem, false).job !== 'pause') throw error
        await store.change(current.id, ['active'], { state: 'paused', ...pausedBy(problem, current.user_name) })
        return undefined
      }
    },

    /** Whoever signs in again resumes what was paused for want of their session. */
    resumeSignedIn: async () => {
      for (const { id, site, owner, session, template } of await store.signedOut()) {
        const kept = await people.credentialOf({ site, owner })
        if (!kept || kept.session === session) continue
        const credential = seal.closeCredential(template, kept.credential)
        const resumed = { state: 'active', why_code: '', why_message: '', credential, session: kept.session } as const
        await store.change(id, ['paused'], resumed)
      }
    },
  }
}

/** In the words of whoever finds the schedule paused. */
function pausedBy(problem: Problem, name: string) {
  const { code, message, next } = problem
  if (code === 'SIGNED_OUT')
    return {
      why_code: code,
      why_message: `The sign-in of ${name} is no longer valid. The schedule resumes when they sign in again.`,
    }
  if (code === 'FORBIDDEN' || code === 'SEES_LESS') return { why_code: 'RIGHT_LOST', why_message: sentence(message) }
  return { why_code: code, why_message: `${sentence(message)} ${next}` }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
