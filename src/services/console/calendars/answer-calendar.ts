import { auth } from 'hono/utils/basic-auth'
import { calendarAddress, feedLivesDays } from '#contract/console/calendars/calendar-feeds.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleService, Owner, People } from '#platform/console.ts'
import type { guessLimit } from '#platform/limits/guess-limit.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { networkOf } from '#platform/network/address.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import type { Feed, FeedStore } from './feed-store.ts'
import type { Calendar, ReadCalendar } from './read-calendar.ts'

type Parts = {
  store: FeedStore
  sites: Pick<Sites, 'all'>
  people: Pick<People, 'credentialOf'>
  guesses: Pick<ReturnType<typeof guessLimit>, 'limited'>
  read: ReadCalendar
  /** Last activity of an account; 0 if unknown. */
  seenAt: (of: Owner) => Promise<number>
  clock: () => number
  log: Log
}
type Answer = Awaited<ReturnType<ConsoleService['answerCalendar']>>

const minute = 60_000
const dayMs = 86_400_000
const timeoutMs = minute
/** Rate limit for wrong passwords; the correct one is always accepted. */
const budgetOf = (address: string) => ({
  key: `calendar feed ${networkOf(address)}`,
  free: 20,
  delaysMs: [minute, 5 * minute, 15 * minute],
  forgetMs: 15 * minute,
})

/** Serves calendar feeds. Failures return an error: an empty calendar would delete all events from the subscriber. */
export function answerCalendar({ store, sites, people, guesses, read, seenAt, clock, log }: Parts) {
  /** The feed of the address, authenticated by the request's password. */
  const openedBy = async (request: Request, address: string): Promise<Feed> => {
    const given = auth(request)
    if (!given) throw new Problem('WRONG_CREDENTIALS', askPassword)
    const id = given.username.trim().toLowerCase()
    const isItsOwn = new URL(request.url).pathname === calendarAddress(id)
    const feed = isItsOwn ? await store.opened(id, given.password) : undefined
    if (feed && sites.all.some(({ name }) => name === feed.site)) return feed
    const wrong = () => Promise.reject(new Problem('WRONG_CREDENTIALS', noSuchFeed))
    return guesses.limited([budgetOf(address)], wrong, () => 'wrong', request.signal)
  }

  /** Uses the owner's newest sign-in, which remains valid longest. */
  const keptOf = async (feed: Feed): Promise<{ session: string; credential: string }> => {
    const { site, owner, session, created_at } = feed
    const lastHere = Math.max(created_at, await seenAt({ site, owner }))
    if (clock() - lastHere > feedLivesDays * dayMs) {
      await store.revoke(feed.id, feed)
      throw new Problem('WRONG_CREDENTIALS', notHere)
    }
    const kept = await people.credentialOf({ site, owner })
    if (kept && kept.session !== session) {
      await store.renew(feed, kept)
      return kept
    }
    const credential = store.credentialOf(feed)
    if (credential === undefined) throw new Problem('SIGNED_OUT')
    return { session, credential }
  }

  const readNow = async (feed: Feed, origin: string): Promise<Calendar> => {
    const { site, owner } = feed
    const { session, credential } = await keptOf(feed)
    const by = { site, owner, job: 0, credential, isConfirmed: false, mustBeKnown: true }
    try {
      return await read(by, { feed, origin, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      // The stored credential reflects former permissions, so it is discarded until the owner signs in again.
      if (isEndOfRights(error)) await store.forgetCredential(feed, session)
      throw error
    }
  }

  const readings = new Map<string, Promise<Calendar>>()
  /** Concurrent requests share one read. */
  const readOnce = async (feed: Feed, origin: string): Promise<Calendar> => {
    const key = `${feed.id} ${origin}`
    const reading = readings.get(key) ?? readNow(feed, origin).finally(() => readings.delete(key))
    readings.set(key, reading)
    const calendar = await reading
    if (!(await store.isThere(feed))) throw new Problem('WRONG_CREDENTIALS', noSuchFeed)
    return calendar
  }

  return async ({ request, address, origin }: Parameters<ConsoleService['answerCalendar']>[0]): Promise<Answer> => {
    let feed: Feed | undefined
    try {
      feed = await openedBy(request, address)
      const { text, hash } = await readOnce(feed, origin)
      await store.note(feed, { why: '', from: address })
      // Weak, since it may be compressed in transit, and timestamps vary between processes.
      const etag = `W/"${hash.slice(0, 22)}"`
      const headers = { 'cache-control': 'private, no-cache', etag }
      if (knows(request.headers.get('if-none-match'), etag)) return { status: 304, headers, text: '' }
      return { status: 200, headers: { ...headers, 'content-type': 'text/calendar;charset=UTF-8' }, text }
    } catch (error) {
      if (request.signal.aborted) throw error
      if (!(error instanceof Problem)) log('calendar feed not read', { feed: feed?.id, ...traceOf(error) })
      const problem = problemOf(error)
      const why = reasonOf(problem, feed)
      if (feed) await store.note(feed, { why })
      return refusal(problem, why)
    }
  }
}

const isEndOfRights = (error: unknown) =>
  error instanceof Problem && (error.code === 'SIGNED_OUT' || isWithoutPermission(error))
const isWithoutPermission = ({ code, service }: Problem) => code === 'FORBIDDEN' && service === 'session'

const askPassword = 'This calendar feed asks for its user name and password.'
const noSuchFeed = 'The user name or password is wrong, or the feed was revoked.'
const notHere = `The owner of this feed did not use the console for ${feedLivesDays} days, so it has ended.`
const signedOut =
  'The sign-in of the owner of this feed is no longer valid. It resumes when they sign in to the console.'

function reasonOf(problem: Problem, feed: Feed | undefined): string {
  const { code, message, next } = problem
  if (!feed || code === 'WRONG_CREDENTIALS') return message
  if (code === 'SIGNED_OUT') return signedOut
  if (isWithoutPermission(problem)) return 'The account of this feed no longer has the permission to see certificates.'
  return `The certificates could not be read: ${message.replace(/\.$/, '')}. ${next}`.trim()
}

/** RFC 9110 13.1.2: weak comparison. */
const knows = (known: string | null, etag: string) =>
  (known ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.slice(2))

/** 401 only if another password helps: calendar apps discard the password on 401. */
function statusOf(problem: Problem): number {
  const { code, status } = problem
  if (code === 'WRONG_CREDENTIALS') return 401
  if (code === 'SIGNED_OUT') return 503
  if (isWithoutPermission(problem)) return 403
  return status === 429 || status >= 500 ? status : 502
}

function refusal(problem: Problem, why: string): Answer {
  const { retryAfterSeconds } = problem
  const status = statusOf(problem)
  return {
    status,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...(status === 401 && { 'www-authenticate': 'Basic realm="Triptych calendar feed", charset="UTF-8"' }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    text: `${why}\n`,
  }
}
