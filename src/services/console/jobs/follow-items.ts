import { type Follow, type Input, serviceOf } from '#contract/endpoint.ts'
import { advanced, givenTo } from './advance.ts'
import type { SentItem, Settled } from './item-store.ts'
import { meaningOf } from './job-failure.ts'
import { pauseBy, putOff } from './send-items.ts'
import { problemOf, type JobTurn } from './turn.ts'
import type { WorkStep } from './work.ts'

const atATime = 4
const looksAtOnce = 20
const minute = 60_000
/** Budget per item for status checks of a job. */
const perItemMs = 50
const longestGapMs = 60 * minute
/** A shorter interval, since a user may be waiting for unknown outcomes. */
const unknownGapMs = 20_000
/** Commands that are still pending after this are not followed any longer. */
const followedForMs = 7 * 24 * 60 * minute
/** Items unknown to their server after this need a decision by a user. */
const unknownForMs = 10 * minute

/** Checks the outcome of items that are due. Returns whether there were any. */
export async function followItems(turn: JobTurn, until: number): Promise<boolean> {
  const { id, items, work } = turn
  const followed = work.steps.filter(({ follow }) => follow)
  const max = Math.max(looksAtOnce, ...followed.map(({ follow }) => follow?.batchSize ?? 1))
  let hasLooked = false
  while (followed.length > 0 && !turn.isOver && !turn.signal.aborted && Date.now() < until) {
    const due = await items.due(id, Date.now(), max)
    if (due.length === 0) break
    hasLooked = true
    const parts = [...Map.groupBy(due, ({ step }) => step)].flatMap(([step, alike]) => partsOf(work.steps[step], alike))
    const looks: Seen[] = []
    for (let at = 0; at < parts.length && !turn.isOver; at += atATime)
      looks.push(...(await Promise.all(parts.slice(at, at + atATime).map((part) => look(turn, part)))))
    // Each write waits for SQLite's disk sync, so unchanged items are only rescheduled.
    await items.settle(id, together(looks.flatMap(({ settled }) => settled)))
    await items.lookAt(
      id,
      looks.flatMap(({ again }) => again),
    )
  }
  return hasLooked
}

/** Groups items with the same outcome for a single write. */
function together(settled: readonly Settled[]): Settled[] {
  const groups = Map.groupBy(settled, (one) => JSON.stringify({ ...one, items: [] }))
  return [...groups.values()].map((alike) =>
    Object.assign({}, alike[0], { items: alike.flatMap(({ items }) => items) }),
  )
}

/** Groups items per status check. */
function partsOf(step: WorkStep | undefined, due: readonly SentItem[]): SentItem[][] {
  const batchSize = step?.follow?.batchSize ?? 1
  return Array.from({ length: Math.ceil(due.length / batchSize) }, (_, at) =>
    due.slice(at * batchSize, (at + 1) * batchSize),
  )
}

/** Outcomes to write, and unchanged items with their next check. */
type Seen = { settled: Settled[]; again: { n: number; lookAt: number }[] }

async function look(turn: JobTurn, part: readonly SentItem[]): Promise<Seen> {
  const seen: Seen = { settled: [], again: [] }
  const { row, work, people, gate, owner, signal } = turn
  const follow = work.steps[part[0]?.step ?? 0]?.follow
  if (!follow) return { settled: [], again: part.map(({ n }) => ({ n, lookAt: 0 })) }
  const subjects = part.map(({ subject }) => subject)
  try {
    const [first] = part
    const input = follow.input(subjects, first && givenTo(turn, first)) as Input<typeof follow.endpoint>
    const output = await gate(`${row.site} ${serviceOf(follow.endpoint)}`, () =>
      people.callAs(owner, follow.endpoint, input, signal),
    )
    for (const item of part) {
      const settled = settledBy(turn, follow, item, output as never, subjects)
      if (settled) seen.settled.push(settled)
      else seen.again.push({ n: item.n, lookAt: nextLook(turn, follow, item.sent_at ?? 0, item.outcome) })
    }
  } catch (error) {
    if (signal.aborted) return seen
    const problem = problemOf(error)
    const meaning = meaningOf(problem, false)
    if (meaning.job === 'pause') await pauseBy(turn, problem)
    else if (problem.status === 429) await putOff(turn, problem)
    else
      seen.again = part.map(({ n, sent_at, outcome }) => ({ n, lookAt: nextLook(turn, follow, sent_at ?? 0, outcome) }))
  }
  return seen
}

/** The outcome of an item by this response; undefined if unchanged. */
function settledBy(
  turn: JobTurn,
  follow: Follow,
  item: SentItem,
  output: never,
  asked: readonly string[],
): Settled | undefined {
  const { pace } = turn
  const { n, subject, outcome, evidence, earlier } = item
  const at = item.sent_at ?? 0
  const input = givenTo(turn, item)
  const sent = { subject, input, at, isAnswered: outcome !== 'unknown', earlier, evidence }
  const told = follow.told(output, sent, asked)
  const isAbsent = told === undefined && outcome === 'unknown' && Date.now() - at > pace.absentMs
  if (isAbsent && follow.isListedAtOnce) return { items: [n], outcome: 'waiting' }
  const lookAt = nextLook(turn, follow, at, told?.outcome ?? outcome)
  const isNews =
    told && (told.outcome !== outcome || (told.evidence ?? '') !== evidence || (told.remark ?? '') !== item.remark)
  if (!isNews) return undefined
  const isOpen = told.outcome === 'accepted' || told.outcome === 'unknown'
  return { ...advanced(turn, item, told), items: [n], lookAt: isOpen ? lookAt : 0 }
}

/** Time of the next check, with growing intervals; 0 if given up. */
function nextLook({ pace, row }: JobTurn, follow: Follow, sentAt: number, outcome: string): number {
  const now = Date.now()
  const age = now - sentAt
  if (age > (outcome === 'unknown' ? unknownForMs : followedForMs)) return 0
  // Large jobs check less often, to limit the load on the server.
  const shareMs = outcome === 'unknown' ? 0 : (row.accepted * perItemMs) / (follow.batchSize ?? 1)
  const maxMs = outcome === 'unknown' ? unknownGapMs : longestGapMs
  const at = Math.ceil(now + Math.min(maxMs, Math.max(pace.lookMs, age / 3, shareMs)))
  // Checked as soon as an absence means failure, since a user may be waiting.
  const isAbsentAt = sentAt + pace.absentMs + 1
  return outcome === 'unknown' && follow.isListedAtOnce && now < isAbsentAt ? Math.min(at, isAbsentAt) : at
}
