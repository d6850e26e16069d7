import { readSchedule } from '#contract/console/schedules.ts'
import { Problem } from '#contract/problem.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { meaningOf, signInLost } from '#services/console/jobs/job-failure.ts'
import type { JobSeal } from '#services/console/jobs/sealed-input.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import type { ScheduleRecord, ScheduleStore } from './schedule-store.ts'

type Parts = { store: ScheduleStore; seal: JobSeal; people: Pick<People, 'callAs' | 'credentialOf'> }
export type ScheduleAccess = ReturnType<typeof scheduleAccess>

/** Credentials of schedules: the sealed session of the owner, while the server accepts it. */
export function scheduleAccess({ store, seal, people }: Parts) {
  /** Uses the owner's current session if signed in, since it lasts longest and has current permissions. */
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
     * The schedule with valid credentials. If its owner has lost permission, it is paused and undefined is returned.
     * Throws if this cannot be determined.
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

    /** Resumes schedules paused for lack of a session after their owner signed in. */
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

/** The reason shown for a paused schedule. */
function pausedBy(problem: Problem, name: string) {
  const { code, message, next } = problem
  if (code === 'SIGNED_OUT') return { why_code: code, why_message: signInLost(problem, name, 'schedule') }
  if (code === 'FORBIDDEN' || code === 'SEES_LESS') return { why_code: 'RIGHT_LOST', why_message: sentence(message) }
  return { why_code: code, why_message: `${sentence(message)} ${next}` }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
