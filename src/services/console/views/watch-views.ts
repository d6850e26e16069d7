import { listViews, mostRowsWatched, watchedEveryMinutes } from '#contract/console/views/views.ts'
import { Problem } from '#contract/problem.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { hashOf } from '#platform/digest.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { meaningOf } from '#services/console/jobs/job-failure.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import type { Found } from '#services/console/notifications/events/server-events.ts'
import { type Asker, requireList, rowsOf } from './read-rows.ts'
import type { KeptView, ViewStore } from './view-store.ts'
import type { Appeared, Watch, WatchStore } from './watch-store.ts'

type Parts = {
  views: Pick<ViewStore, 'find'>
  watches: WatchStore
  people: Pick<People, 'callAs' | 'credentialOf'>
  clock: () => number
}

const minute = 60_000
const toldMs = 7 * 24 * 60 * minute
const mostAppeared = 200
const timeoutMs = 2 * minute
export const signedOut = 'Your sign-in is no longer valid. It resumes when you sign in again.'

/** Compares what watched views have with what they had, in the name of whoever watches. One process looks at a time. */
export function viewWatcher({ views, watches, people, clock }: Parts) {
  const look = async (watch: Watch, signal: AbortSignal): Promise<Watch> => {
    const { site, owner, credential } = watch
    const asker: Asker = {
      callAs: people.callAs,
      owner: { site, owner, job: 0, credential, isConfirmed: false } satisfies JobOwner,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }
    const at = clock()
    const next = { looked_at: at, next_at: at + watchedEveryMinutes * minute }
    try {
      const question = await questionOf(watch, asker)
      const { label } = requireList(question)
      const seen = new Set<string>()
      const fresh: Appeared[] = []
      for await (const [id, row] of rowsOf(asker, question, mostRowsWatched)) {
        const digest = hashOf(id).slice(0, 16)
        seen.add(digest)
        if (watch.seen && !watch.seen.has(digest)) fresh.push({ id: digest, label: label(row) ?? '', at })
      }
      const appeared = [...fresh, ...watch.appeared.filter((one) => one.at > at - toldMs)].slice(0, mostAppeared)
      const change = { ...next, why: '', seen, appeared }
      await watches.change(watch, change)
      return { ...watch, ...change }
    } catch (error) {
      if (signal.aborted) throw error
      const problem = problemOf(error)
      const isOver = meaningOf(problem, false).job === 'pause'
      const why = problem.code === 'SIGNED_OUT' ? signedOut : `${problem.message.replace(/\.$/, '')}. ${problem.next}`
      const change = { ...next, state: isOver ? ('paused' as const) : watch.state, why }
      await watches.change(watch, change)
      return { ...watch, ...change }
    }
  }

  /** What they may see of it now, as they would be listed it. */
  const questionOf = async ({ view }: Watch, { callAs, owner, signal }: Asker) => {
    const { rows } = await callAs(owner, listViews, {}, signal)
    const question = rows.find(({ id }) => id === view)?.question
    if (!question) throw new Problem('NOT_FOUND', 'The view was removed or is no longer shared', { service: 'console' })
    return question
  }

  /** Whoever signs in again resumes what was paused for want of their session. */
  const resumed = async (watch: Watch): Promise<Watch> => {
    if (watch.state !== 'paused') return watch
    const kept = await people.credentialOf({ site: watch.site, owner: watch.owner })
    if (!kept || kept.session === watch.session) return watch
    await watches.renew(watch, kept)
    return { ...watch, ...kept, state: 'active', why: '', next_at: 0 }
  }

  return async ({ name }: Pick<Site, 'name'>, signal: AbortSignal): Promise<Found[]> => {
    const found = new Map<string, Found & { recipients: string[] }>()
    for (const kept of await watches.ofSite(name)) {
      const watch = await resumed(kept)
      const isDue = watch.state === 'active' && watch.next_at <= clock()
      const { view: id, email, appeared } = isDue ? await look(watch, signal) : watch
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

/** What several people are told of is one thing, and what appears again on another day is another. */
const keyOf = (view: number, { id, at }: Appeared) => `${view} ${id} ${new Date(at).toISOString().slice(0, 10)}`

const eventOf = ({ id, name, page, search }: KeptView, one: Appeared): Found => ({
  id: `view ${id} ${one.id}`,
  state: new Date(one.at).toISOString().slice(0, 10),
  kind: 'job',
  urgent: false,
  heading: `New in “${name}”`,
  title: one.label,
  why: `It appeared in the view “${name}”`,
  to: search === '' ? page : `${page}?${search}`,
})
