import { applied } from '#contract/jobs/applied.ts'
import { readJob } from '#contract/console/jobs.ts'
import { Problem } from '#contract/problem.ts'
import { newId } from '#platform/digest.ts'
import { stateOfHeldJob } from '#services/console/approvals/hold-call.ts'
import { followItems } from './follow-items.ts'
import { meaningOf } from './job-failure.ts'
import { totalOf } from './job-store.ts'
import { appliedBy } from './plan.ts'
import type { TakeTurn } from './queue.ts'
import { withoutSecrets } from './sealed-input.ts'
import { longestWaitMs, pauseBy, sendItems } from './send-items.ts'
import { problemOf, type RunnerParts, type JobTurn } from './turn.ts'
import { workOf } from './work.ts'

/** Performs the due work of a job. A superseded turn can neither send nor complete anything (decision 134). */
export const runTurn =
  (parts: RunnerParts): TakeTurn =>
  async (id) => {
    const { store, items, pace, signal } = parts
    const row = await store.find(id)
    if (signal.aborted || row?.state !== 'running') return undefined
    const waitMs = row.resume_at - Date.now()
    if (waitMs > 0 && waitMs <= longestWaitMs) return Math.min(waitMs, pace.idleMs)
    const turn = begun(parts, id, newId(), row)
    if (!(await items.orphaned(id, turn.turn, repeatableSteps(turn)))) return undefined
    if (!(await isAllowed(turn))) return undefined
    // Checked in the first turn, since a schedule may have started it. Later turns are checked with each call.
    if (row.turn === '' && (await parts.approvals.askFor(row, turn.given.input))) {
      await store.changeInTurn(id, turn.turn, stateOfHeldJob)
      return undefined
    }

    if (row.turn === '') await items.haveCome(totalOf(row))

    const until = Date.now() + pace.turnMs
    const hasSent = await sendItems(turn, until)
    const hasLooked = await followItems(turn, until)
    if (signal.aborted) return undefined
    if (turn.isOver || (!hasSent && !hasLooked)) {
      if (!turn.isOver && (await items.isSettled(id))) return end(turn)
      return pace.idleMs
    }
    return 0
  }

function begun(parts: RunnerParts, id: number, mark: string, row: JobTurn['row']): JobTurn {
  const work = workOf(appliedBy(row))
  const { site, owner } = row
  return {
    ...parts,
    id,
    turn: mark,
    row,
    work,
    given: parts.seal.openInput(id, row.sealed),
    owner: {
      site,
      owner,
      job: id,
      credential: parts.seal.openCredential(id, row.credential),
      isConfirmed: row.is_confirmed === 1,
    },
    faults: row.faults,
    isOver: false,
  }
}

const repeatableSteps = ({ work }: JobTurn) => work.steps.flatMap(({ isRepeatable }, at) => (isRepeatable ? at : []))

/** Detects a lost session or permission even while nothing is sent. */
async function isAllowed(turn: JobTurn): Promise<boolean> {
  const { people, owner, id, signal } = turn
  try {
    const { isPermitted } = await people.callAs(owner, readJob, { job: id }, signal)
    if (isPermitted) return true
    await pauseBy(
      turn,
      new Problem('FORBIDDEN', `The account no longer has ${applied.get(turn.row.endpoint)?.permission}`),
    )
  } catch (error) {
    const problem = problemOf(error)
    if (!signal.aborted && meaningOf(problem, false).job === 'pause') await pauseBy(turn, problem)
    else if (!signal.aborted) throw error
  }
  return false
}

async function end({ store, items, seal, id, turn, given }: JobTurn) {
  await items.eraseInputs(id)
  await store.changeInTurn(id, turn, {
    state: 'ended',
    sealed: seal.closeInput(id, withoutSecrets(given)),
    credential: '',
    session: '',
    is_confirmed: 0,
    turn: '',
    ended_at: Date.now(),
  })
  return undefined
}
