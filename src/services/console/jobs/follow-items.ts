import { type Input, serviceOf } from '#contract/endpoint.ts'
import type { Looked, Settled } from './item-store.ts'
import { meaningOf } from './job-failure.ts'
import { pauseBy, putOff } from './send-items.ts'
import { problemOf, type Turn } from './turn.ts'

const atATime = 4
const looksAtOnce = 20
const minute = 60_000
/** Of the calls that a job makes to look at its items. */
const perItemMs = 50
const longestGapMs = 60 * minute
/** Somebody may be waiting for what nobody knows. */
const unknownGapMs = 20_000
/** What is not executed by then may be some day; nobody waits for it any more. */
const followedForMs = 7 * 24 * 60 * minute
/** What its server does not know of after so long needs a person. */
const unknownForMs = 10 * minute

/** Asks servers what became of items whose time has come. Says whether there were any. */
export async function followItems(turn: Turn, until: number): Promise<boolean> {
  const { id, items, how } = turn
  const atOnce = how.follow?.atOnce ?? 1
  let hasLooked = false
  while (how.follow && !turn.isOver && !turn.signal.aborted && Date.now() < until) {
    const due = await items.due(id, Date.now(), Math.max(looksAtOnce, atOnce))
    if (due.length === 0) break
    hasLooked = true
    const parts = Array.from({ length: Math.ceil(due.length / atOnce) }, (_, at) =>
      due.slice(at * atOnce, (at + 1) * atOnce),
    )
    for (let at = 0; at < parts.length && !turn.isOver; at += atATime) {
      const looks = await Promise.all(parts.slice(at, at + atATime).map((part) => look(turn, part)))
      const settled = looks.flatMap((one) => one.settled)
      const again = looks.flatMap((one) => one.again)
      if (settled.length > 0) await items.settle(id, settled)
      if (again.length > 0) await items.lookAt(id, again)
    }
  }
  return hasLooked
}

/** What to write of items, and when to look again at those of which nothing but that changed. */
type Seen = { settled: Settled[]; again: { n: number; lookAt: number }[] }

async function look(turn: Turn, part: readonly Looked[]): Promise<Seen> {
  const seen: Seen = { settled: [], again: [] }
  const { row, how, people, gate, owner, signal } = turn
  const { follow } = how
  if (!follow) return seen
  const subjects = part.map(({ subject }) => subject)
  try {
    const input = follow.input(subjects) as Input<typeof follow.endpoint>
    const output = await gate(`${row.site} ${serviceOf(follow.endpoint)}`, () =>
      people.callAs(owner, follow.endpoint, input, signal),
    )
    for (const item of part) {
      const settled = settledBy(turn, item, output as never, subjects)
      if (settled) seen.settled.push(settled)
      else seen.again.push({ n: item.n, lookAt: nextLook(turn, item.sent_at ?? 0, item.outcome) })
    }
  } catch (error) {
    if (signal.aborted) return seen
    const problem = problemOf(error)
    const meaning = meaningOf(problem, false)
    if (meaning.job === 'pause') await pauseBy(turn, problem)
    else if (problem.status === 429) await putOff(turn, problem)
    else seen.again = part.map(({ n, sent_at, outcome }) => ({ n, lookAt: nextLook(turn, sent_at ?? 0, outcome) }))
  }
  return seen
}

/** What to write of an item by this answer; undefined where it is as before. */
function settledBy(turn: Turn, item: Looked, output: never, asked: readonly string[]): Settled | undefined {
  const { how, given, pace } = turn
  const { n, subject, outcome, evidence, earlier } = item
  const at = item.sent_at ?? 0
  const sent = { subject, input: given.input, at, isAnswered: outcome !== 'unknown', earlier, evidence }
  const told = how.follow?.told(output, sent, asked)
  const isAbsent = told === undefined && outcome === 'unknown' && Date.now() - at > pace.absentMs
  if (isAbsent && how.follow?.isListedAtOnce) return { items: [n], outcome: 'waiting' }
  const lookAt = nextLook(turn, at, told?.outcome ?? outcome)
  const isNews =
    told && (told.outcome !== outcome || (told.evidence ?? '') !== evidence || (told.remark ?? '') !== item.remark)
  if (!isNews) return undefined
  return { ...told, items: [n], lookAt: told.outcome === 'accepted' || told.outcome === 'unknown' ? lookAt : 0 }
}

/** Ever less often; 0 once it is given up. */
function nextLook({ pace, row, how }: Turn, sentAt: number, outcome: string): number {
  const now = Date.now()
  const age = now - sentAt
  if (age > (outcome === 'unknown' ? unknownForMs : followedForMs)) return 0
  // Each look is a call: those of a long job share what a server bears.
  const shareMs = outcome === 'unknown' ? 0 : (row.accepted * perItemMs) / (how.follow?.atOnce ?? 1)
  const mostMs = outcome === 'unknown' ? unknownGapMs : longestGapMs
  const at = Math.ceil(now + Math.min(mostMs, Math.max(pace.lookMs, age / 3, shareMs)))
  // Whoever waits for it is not kept waiting once it is certain that it was not done.
  const isAbsentAt = sentAt + pace.absentMs + 1
  return outcome === 'unknown' && how.follow?.isListedAtOnce && now < isAbsentAt ? Math.min(at, isAbsentAt) : at
}
