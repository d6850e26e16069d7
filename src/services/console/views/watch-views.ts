import { listViews, maxRowsWatched, watchedEveryMinutes } from '#contract/console/views/views.ts'
import { Problem } from '#contract/problem.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { hashOf } from '#platform/digest.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { meaningOf } from '#services/console/jobs/job-failure.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import type { Found } from '#services/console/notifications/events/server-events.ts'
import { type ViewReader, requireList, rowsOf } from './read-rows.ts'
import type { StoredView, ViewStore } from './view-store.ts'
import { type Appeared, lately, type Watch, type WatchedRows, type WatchStore } from './watch-store.ts'

type Parts = {
  views: Pick<ViewStore, 'find'>
  watches: WatchStore
  people: Pick<People, 'callAs' | 'credentialOf'>
  clock: () => number
}

const minute = 60_000
const maxAppeared = 200
const timeoutMs = 2 * minute
/** Time limit of a pass, to not delay other notices; the remaining views come first in the next. */
const passMs = 5 * minute
export const signedOut = 'Your sign-in is no longer valid. It resumes when you sign in again.'

/** Compares watched views with their last check, on behalf of the watcher, in one process at a time. */
export function viewWatcher({ views, watches, people, clock }: Parts) {
  const look = async (watch: Watch, signal: AbortSignal): Promise<Watch> => {
    const { site, owner, credential } = watch
    const asker: ViewReader = {
      callAs: people.callAs,
      owner: { site, owner, job: 0, credential, isConfirmed: false } satisfies JobOwner,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }
    const at = clock()
    const next = { looked_at: at, next_at: at + watchedEveryMinutes * minute }
    try {
      const question = await questionOf(watch, asker)
      const { label } = requireList(question)
      const labels: Record<string, string> = {}
      for await (const [id, row] of rowsOf(asker, question, maxRowsWatched))
        labels[hashOf(id).slice(0, 16)] = label(row) ?? ''
      const { fresh, gone, rows } = comparedRows(watch, labels)
      const told = [
        ...fresh.map((id) => ({ id, label: labels[id] ?? '', at })),
        ...gone.map((id) => ({ id, label: watch.rows.labels[id] ?? '', at, hasLeft: true })),
      ]
      const appeared = [...told, ...lately(watch.appeared, at)].slice(0, maxAppeared)
      const change = { ...next, why: '', seen: new Set(Object.keys(rows.labels)), rows, appeared }
      return (await watches.change(watch, change)) ? { ...watch, ...change } : watch
    } catch (error) {
      if (signal.aborted) throw error
      const problem = problemOf(error)
      const isOver = meaningOf(problem, false).job === 'pause'
      const why = problem.code === 'SIGNED_OUT' ? signedOut : `${problem.message.replace(/\.$/, '')}. ${problem.next}`
      const change = { ...next, state: isOver ? ('paused' as const) : watch.state, why }
      return (await watches.change(watch, change)) ? { ...watch, ...change } : watch
    }
  }

  /** The view's request with the watcher's current permissions. */
  const questionOf = async ({ view }: Watch, { callAs, owner, signal }: ViewReader) => {
    const { rows } = await callAs(owner, listViews, {}, signal)
    const question = rows.find(({ id }) => id === view)?.question
    if (!question) throw new Problem('NOT_FOUND', 'The view was removed or is no longer shared', { service: 'console' })
    return question
  }

  /** Resumes watches paused for lack of a session after their owner signed in. */
  const resumed = async (watch: Watch): Promise<Watch> => {
    if (watch.state !== 'paused') return watch
    const kept = await people.credentialOf({ site: watch.site, owner: watch.owner })
    if (!kept || kept.session === watch.session) return watch
    const next_at = clock()
    await watches.renew(watch, kept, next_at)
    return { ...watch, ...kept, state: 'active', why: '', next_at }
  }

  return async ({ name }: Pick<Site, 'name'>, signal: AbortSignal): Promise<Found[]> => {
    const found = new Map<string, Found & { recipients: string[] }>()
    const until = clock() + passMs
    for (const kept of await watches.ofSite(name)) {
      const watch = await resumed(kept)
      const isDue = watch.state === 'active' && watch.next_at <= clock() && clock() < until
      const { view: id, email, ...looked } = isDue ? await look(watch, signal) : watch
      const appeared = lately(looked.appeared, clock())
      const view = appeared.length > 0 && (await views.find(name, id))
      if (!view) continue
      for (const one of appeared) {
        const event = found.get(keyOf(id, one)) ?? { ...eventOf(view, one), recipients: [] }
        if (email !== '') event.recipients.push(email)
        found.set(keyOf(id, one), event)
      }
    }
    return [...found.values()]
  }
}

/**
 * Compares rows with the last check. A row has left after two consecutive checks without it, since rows may shift
 * between pages while a list is read.
 */
export function comparedRows({ seen, rows: before }: Pick<Watch, 'seen' | 'rows'>, labels: Record<string, string>) {
  const absent = [...(seen ?? [])].filter((id) => !Object.hasOwn(labels, id))
  const wasMissed = new Set(before.missed)
  const missed = absent.filter((id) => !wasMissed.has(id))
  const kept = Object.fromEntries(missed.map((id) => [id, before.labels[id] ?? '']))
  const rows: WatchedRows = { labels: { ...labels, ...kept }, missed }
  return {
    fresh: seen ? Object.keys(labels).filter((id) => !seen.has(id)) : [],
    gone: absent.filter((id) => wasMissed.has(id)),
    rows,
  }
}

/** Shared by all watchers of a view; a later recurrence is a new event. */
const keyOf = (view: number, { id, at, hasLeft = false }: Appeared) =>
  `${view} ${id} ${hasLeft} ${new Date(at).toISOString().slice(0, 10)}`

const eventOf = ({ id, name, page, search, audience }: StoredView, one: Appeared): Found => ({
  id: `view ${id} ${one.id}${one.hasLeft ? ' left' : ''}`,
  state: new Date(one.at).toISOString().slice(0, 10),
  kind: 'job',
  urgent: false,
  heading: one.hasLeft ? `No longer in “${name}”` : `New in “${name}”`,
  title: one.label || 'A row without a name',
  why: one.hasLeft ? `It is no longer in the view “${name}”` : `It appeared in the view “${name}”`,
  to: search === '' ? page : `${page}?${search}`,
  isPrivate: audience === 'me',
})
