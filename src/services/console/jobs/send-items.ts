import { type Input, serviceOf, type ItemOutcome } from '#contract/endpoint.ts'
import { fromWireInput } from '#contract/http/http.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { type JsonObject, textOfJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { asCalled } from '#contract/reason.ts'
import { advanced, type Ending, givenTo } from './advance.ts'
import { stateOfHeldJob } from '#services/console/approvals/hold-call.ts'
import type { Claimed, Settled } from './item-store.ts'
import { meaningOf, pausedBy, pausedUntilBack } from './job-failure.ts'
import { problemOf, type JobTurn } from './turn.ts'
import { stepFrom, type WorkStep } from './work.ts'

/** Consecutive failures after which the job is paused. */
const maxFaults = { unknown: 3, refused: 20 }

/** Sends waiting items until the time is over. Returns whether anything was sent. */
export async function sendItems(turn: JobTurn, until: number): Promise<boolean> {
  const { id, work, items } = turn
  let hasSent = false
  const send = async () => {
    while (!turn.isOver && !turn.signal.aborted && Date.now() < until) {
      const claimed = await items.claim(id, turn.turn, work.batchSize ?? 1)
      if (claimed === undefined) turn.isOver = true
      if (!claimed || claimed.length === 0) return
      hasSent = true
      const able = await standing(turn, claimed)
      if (able.length > 0) await call(turn, able)
    }
  }
  await Promise.all(Array.from({ length: work.concurrency }, send))
  return hasSent
}

/** Reads the state of items before sending, if their outcome is determined by comparison. Returns the items to send. */
async function standing(turn: JobTurn, claimed: readonly Claimed[]): Promise<readonly Claimed[]> {
  const { id, row, work, items, people, gate, owner, signal } = turn
  const { follow } = work.steps[0]
  if (work.steps.length > 1 || !follow?.before) return claimed
  const subjects = claimed.map(({ subject }) => subject)
  let output: unknown
  try {
    const input = follow.input(subjects) as Input<typeof follow.endpoint>
    output = await gate(`${row.site} ${serviceOf(follow.endpoint)}`, () =>
      people.callAs(owner, follow.endpoint, input, signal),
    )
  } catch (error) {
    if (!signal.aborted) await waitAgain(turn, claimed, problemOf(error))
    return []
  }
  const marks: { n: number; earlier: string }[] = []
  const refused = new Map<Claimed, string>()
  for (const one of claimed) {
    const found = follow.before(output as never, one.subject, subjects)
    if ('mark' in found) marks.push({ n: one.n, earlier: found.mark })
    else refused.set(one, found.refused)
  }
  if (marks.length > 0) await items.mark(id, marks)
  const ending = (one: Claimed): Ending => ({ outcome: 'refused', remark: refused.get(one) })
  if (refused.size > 0) await items.settle(id, alike([...refused.keys()], ending))
  return claimed.filter((one) => !refused.has(one))
}

/** The check before sending failed, so nothing was sent. */
async function waitAgain(turn: JobTurn, claimed: readonly Claimed[], problem: Problem) {
  await turn.items.settle(turn.id, [{ items: claimed.map(({ n }) => n), outcome: 'waiting' }])
  const meaning = meaningOf(problem, true)
  if (meaning.items !== 'waiting') await setFaults(turn, turn.faults + 1)
  if (meaning.job === 'away') await waitUntilBack(turn, problem)
  else if (meaning.job === 'pause' || turn.faults >= maxFaults.unknown) await pauseBy(turn, problem)
  else await putOff(turn, problem)
}

async function call(turn: JobTurn, claimed: readonly Claimed[]) {
  const [first] = claimed
  if (!first) return
  const { id, given, work, items } = turn
  const isAlone = work.batchSize === undefined
  const known = isAlone ? givenTo(turn, first) : given.input
  const at = stepFrom(work, first.step, known)
  const step = at === undefined ? undefined : work.steps[at]
  if (!step || at === undefined)
    return items.settle(
      id,
      alike(claimed, () => ({ outcome: 'done' })),
    )
  let told: ReadonlyMap<string, ItemOutcome>
  try {
    told = await toldOf(turn, step, claimed, known)
  } catch (error) {
    // The next turn finds the items sent without a response.
    if (turn.signal.aborted) return
    return fail(turn, step, claimed, problemOf(error))
  }
  const ending = (one: Claimed) => settledBy(turn, step, { ...one, step: at }, told.get(one.subject))
  await items.settle(id, alike(claimed, ending))
  if (turn.faults > 0) await setFaults(turn, 0)
  const failure = work.isCareful ? [...told.values()].find(({ outcome }) => outcome !== 'done') : undefined
  if (failure) await pauseBy(turn, new Problem('FAILED', failure.remark, { service: 'console' }))
}

/** Outcome by the response, possibly of an alternative endpoint that the server offers. */
async function toldOf(turn: JobTurn, step: WorkStep, claimed: readonly Claimed[], known: JsonObject) {
  const subjects = claimed.map(({ subject }) => subject)
  const ask = async ({ endpoint, input, told }: Pick<WorkStep, 'endpoint' | 'input' | 'told'>) => {
    const { row, given, people, gate, owner, signal } = turn
    const wire = input(subjects, known)
    const sent = fromWireInput(asCalled(endpoint), endpoint.reason ? { ...wire, ...given.why } : wire)
    const call = () => people.callAs(owner, endpoint, sent, signal)
    const output = await gate(`${row.site} ${serviceOf(endpoint)}`, call)
    if (turn.work.isExport) return new Map(await kept(turn, claimed, output as FilePart, known))
    return told(output as never, subjects, known)
  }
  const { orElse } = step
  return ask(step).catch((error: unknown) => {
    if (!orElse || problemOf(error).code !== 'NOT_OFFERED') throw error
    return ask(orElse)
  })
}

/** Stores an item's file under its planned name. */
async function kept({ id, files }: JobTurn, claimed: readonly Claimed[], file: FilePart, { fileName }: JsonObject) {
  const [first] = claimed
  const name = (textOfJson(fileName) || file.name || first?.subject || 'file').replaceAll(/[/\\]/g, '_')
  if (first) await files.keep(id, first.n, { ...file, name })
  return claimed.map(({ subject }): [string, ItemOutcome] => [subject, { outcome: 'done', remark: name }])
}

function settledBy(
  turn: JobTurn,
  { follow }: WorkStep,
  one: Claimed,
  told: ItemOutcome = { outcome: 'unknown' },
): Ending {
  const isFollowed = follow && (told.outcome === 'accepted' || told.outcome === 'unknown')
  // If the previous state is only briefly ambiguous, the first check is earlier.
  const lookMs = follow?.before ? turn.pace.lookMs / 2 : turn.pace.lookMs
  return { ...advanced(turn, one, told), lookAt: isFollowed ? Math.ceil(one.sent_at + lookMs) : 0 }
}

/** Groups items with the same outcome for a single write. */
function alike(claimed: readonly Claimed[], ending: (one: Claimed) => Ending): Settled[] {
  const groups = Map.groupBy(claimed, (one) => JSON.stringify(ending(one)))
  return [...groups].map(([text, group]) =>
    Object.assign(JSON.parse(text) as Ending, { items: group.map(({ n }) => n) }),
  )
}

async function fail(turn: JobTurn, step: WorkStep, claimed: readonly Claimed[], problem: Problem) {
  const { work } = turn
  const meaning = meaningOf(problem, work.batchSize !== undefined)
  const ending = (one: Claimed): Ending => {
    if (meaning.items === 'refused') return { outcome: 'refused', remark: problem.message }
    if (meaning.items === 'waiting') return { outcome: 'waiting' }
    // In jobs with several steps, a repeatable step without a response fails and can be retried.
    if (step.isRepeatable && work.steps.length > 1) return { outcome: 'failed', remark: problem.message }
    if (step.isRepeatable) return { outcome: 'waiting' }
    return { ...settledBy(turn, step, one), remark: problem.message }
  }
  await turn.items.settle(turn.id, alike(claimed, ending))
  if (problem.code === 'HELD') return hold(turn, step, claimed)
  if (meaning.job === 'away') return waitUntilBack(turn, problem)
  if (meaning.items !== 'waiting') await setFaults(turn, turn.faults + 1)
  const isTooMuch = meaning.items !== 'waiting' && turn.faults >= maxFaults[meaning.items]
  if (meaning.job === 'pause' || isTooMuch || work.isCareful) await pauseBy(turn, problem)
  else if (meaning.job === 'later') await putOff(turn, problem)
}

/** Limit for a single user reached: the remaining items are held for approval. */
async function hold(turn: JobTurn, { endpoint, orElse }: WorkStep, [first]: readonly Claimed[]) {
  turn.isOver = true
  const given = first ? givenTo(turn, first) : turn.given.input
  const guarded = (endpoint.guards ?? orElse?.endpoint.guards)?.(given as never)
  if (guarded) await turn.approvals.requests.ask(turn.id, guarded.action)
  await turn.store.changeInTurn(turn.id, turn.turn, { ...stateOfHeldJob, faults: 0 })
}

const setFaults = (turn: JobTurn, faults: number) => {
  turn.faults = faults
  return turn.store.changeInTurn(turn.id, turn.turn, { faults })
}

export async function pauseBy(turn: JobTurn, problem: Problem) {
  turn.isOver = true
  const why = pausedBy(problem, turn.row.user_name)
  await turn.store.changeInTurn(turn.id, turn.turn, { state: 'paused', faults: 0, ...why })
}

/** Retries with growing delays, then every minute; the job shows what it is waiting for. */
async function waitUntilBack(turn: JobTurn, problem: Problem) {
  // Concurrent calls that fail count as one failure.
  if (turn.isOver) return
  if (turn.faults + 1 < maxFaults.unknown) {
    await Promise.all([putOff(turn, problem), setFaults(turn, turn.faults + 1)])
    return
  }
  turn.isOver = true
  await turn.store.changeInTurn(turn.id, turn.turn, {
    state: 'paused',
    ...pausedUntilBack(problem),
    // The next failure pauses the job immediately.
    faults: maxFaults.unknown - 1,
    resume_at: Date.now() + turn.pace.awayMs,
  })
}

/** Upper limit of any delay; later retry times come from a clock that was set back. */
export const longestWaitMs = 60 * 60_000

/** Postpones the job by `Retry-After`, or by growing delays for an unavailable server. */
export async function putOff(turn: JobTurn, { retryAfterSeconds }: Problem) {
  turn.isOver = true
  const waitMs = retryAfterSeconds ? retryAfterSeconds * 1000 : turn.pace.backoffMs * 2 ** turn.faults
  await turn.store.changeInTurn(turn.id, turn.turn, { resume_at: Date.now() + Math.min(waitMs, longestWaitMs) })
}
