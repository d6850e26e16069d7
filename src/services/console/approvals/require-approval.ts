import { setApprovalRule, setEmergencyRelease } from '#contract/console/approvals.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Guarded } from '#contract/console/guarded-actions.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import { isFile } from '#contract/http/file-part.ts'
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

/** Applies a site's approval rules to calls and jobs. */
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

  /** Counts the action if it is allowed without approval up to a limit. */
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
     * Requests approval for a job as a whole, if required. Earlier approvals remain valid while it is running or
     * paused.
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

    /** Checks every call, whatever its source. Throws HELD instead of sending it. */
    requireApproval:
      (hold: HoldCall): ConsoleService['requireApproval'] =>
      async (call) => {
        const { endpoint, asked, person, job } = call
        const guarded = endpoint.guards?.(asked.input as never)
        if (!guarded) return
        if (!person) throw new Problem('SIGNED_OUT')
        if (job !== undefined && (await requests.covers(person.site, job, guarded.action))) return
        if (await isFree(call, person, guarded)) return
        if (Object.values(asked.input as object).some(isFile)) throw notWithFile(guarded)
        // Jobs are held as a whole by their runner.
        if (job === undefined) await hold(call, person, guarded)
        throw held(guarded)
      },
  }
}

/** Guarded actions of a job, in any of its steps. */
const guardedIn = (row: JobRecord, input: JsonObject): Guarded[] =>
  workOf(appliedBy(row)).steps.flatMap(({ endpoint }) => endpoint.guards?.(input as never) ?? [])

const held = ({ action }: Guarded) =>
  new Problem('HELD', `Nothing was sent. “${guardedActions[action].label}” needs approval by a second person.`, {
    service: 'console',
  })

/** Requests are stored without files. */
const notWithFile = ({ action }: Guarded) =>
  new Problem(
    'FORBIDDEN',
    `Nothing was sent. “${guardedActions[action].label}” needs approval by a second person, which a file cannot wait for. Add it under another name, and delete the former one.`,
    { service: 'console' },
  )
