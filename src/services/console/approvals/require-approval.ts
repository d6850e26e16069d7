import { setApprovalRule, setEmergencyRelease } from '#contract/console/approvals.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Guarded } from '#contract/console/guarded-actions.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import type { JsonObject } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleService, GuardedCall, Person } from '#platform/console.ts'
import type { JobRecord } from '#services/console/jobs/job-store.ts'
import { appliedBy } from '#services/console/jobs/plan.ts'
import { workOf } from '#services/console/jobs/work.ts'
import type { HoldCall } from './hold-call.ts'
import type { Requests } from './requests.ts'
import { isLooser, type Rules } from './rules.ts'
import type { guardedUses } from './uses.ts'

type Parts = { rules: Rules; uses: ReturnType<typeof guardedUses>; requests: Requests }

/** Whether something needs a second person, by the rules of its site. */
export function approvalGuard({ rules, uses, requests }: Parts) {
  const isLoosening = async ({ endpoint, asked }: GuardedCall, { site }: Person): Promise<boolean> => {
    if (endpoint.id === setApprovalRule.id) {
      const next = asked.input as Input<typeof setApprovalRule>
      return isLooser(next, await rules.of(site, next.action))
    }
    if (endpoint.id !== setEmergencyRelease.id) return true
    const { allowed } = asked.input as Input<typeof setEmergencyRelease>
    return allowed && !(await rules.all(site)).emergency
  }

  /** Counts it where it is free as long as it is little. */
  const isFree = async (call: GuardedCall, person: Person, guarded: Guarded): Promise<boolean> => {
    const { action, isOpen = false } = guarded
    if (action === 'loosen') return !(await isLoosening(call, person))
    const limits = await rules.of(person.site, action)
    if (limits.mode !== 'above') return limits.mode === 'free'
    return !isOpen && uses.reserve(person, guarded, limits)
  }

  const wouldHold = async (row: JobRecord, { action, isOpen = false }: Guarded): Promise<boolean> => {
    if (action === 'loosen') return true
    const limits = await rules.of(row.site, action)
    if (limits.mode !== 'above') return limits.mode === 'always'
    return isOpen || (await uses.wouldExceed(row, action, limits))
  }

  return {
    /**
     * Whether a job waits for a second person as a whole, who is then asked. What was approved before it was paused, or
     * while it runs, still is.
     */
    askFor: async (row: JobRecord, input: JsonObject): Promise<boolean> => {
      const { id, site, state, waiting } = row
      const wasStarted = state === 'paused' || state === 'running'
      for (const guarded of waiting > 0 ? guardedIn(row, input) : []) {
        if (wasStarted && (await requests.covers(site, id, guarded.action))) continue
        if (!(await wouldHold(row, guarded))) continue
        await requests.ask(id, guarded.action)
        return true
      }
      return false
    },

    /** Of every call that anybody makes, whatever makes it. Throws HELD, and nothing is sent, where it has to wait. */
    requireApproval:
      (hold: HoldCall): ConsoleService['requireApproval'] =>
      async (call) => {
        const { endpoint, asked, person, job } = call
        const guarded = endpoint.guards?.(asked.input as never)
        if (!guarded) return
        if (!person) throw new Problem('SIGNED_OUT')
        if (job !== undefined && (await requests.covers(person.site, job, guarded.action))) return
        if (await isFree(call, person, guarded)) return
        // A job waits as a whole: its runner sees to that.
        if (job === undefined) await hold(call, person, guarded)
        throw held(guarded)
      },
  }
}

/** What a job does of guarded actions, with any of its steps. */
const guardedIn = (row: JobRecord, input: JsonObject): Guarded[] =>
  workOf(appliedBy(row)).steps.flatMap(({ endpoint }) => endpoint.guards?.(input as never) ?? [])

const held = ({ action }: Guarded) =>
  new Problem('HELD', `Nothing was sent. “${guardedActions[action].label}” needs approval by a second person.`, {
    service: 'console',
  })
