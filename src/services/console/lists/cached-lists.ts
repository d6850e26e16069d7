import type { Endpoint } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import { adminOf, holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { Resource } from '#contract/resource.ts'
import type { ConsoleCaller, People, Person } from '#platform/console.ts'
import { hashOf } from '#platform/digest.ts'
import { notConnected } from '#platform/upstream/not-connected.ts'
import type { CachedList, Kind } from './list-messages.ts'
import { type ListThread, type ThreadList } from './list-thread.ts'

/** `size` limits the JSON length of cached lists in characters. */
const defaultLimits = { lists: 8, size: 512 * 1024 * 1024, rows: 1_000_000 }
const [minMs, maxMs] = [500, 60_000]
/** A list is cached for this multiple of the time to read it, so that reading takes at most a tenth of the time. */
const keptTimes = 10

/**
 * Reads rows of an endpoint into a list, through the list's method. `count`: rows received, `total`: rows stated by the
 * server.
 */
export type ReadRows<K extends Kind> = (
  endpoint: Endpoint,
  method: keyof CachedList<K> & string,
) => Promise<{ count: number; total?: number | undefined }>

/** How a list is read, and its additional data. */
export type ListSource<K extends Kind, About> = {
  kind: K
  /** Determines permission and server. */
  endpoint: Endpoint
  reads: readonly Resource[]
  read: (list: ThreadList<K>, rows: ReadRows<K>) => Promise<About>
}

type Answered = { rows: readonly object[]; total?: number | undefined }

type Entry = {
  site: string
  reads: readonly Resource[]
  /** Session used to read it. */
  session: string
  list: ThreadList<Kind>
  reading: Promise<unknown>
  /** On the monotonic clock. */
  began: number
  controller: AbortController
  isRead: boolean
  isForgotten: boolean
  freshUntil: number
  size: number
  users: number
}

export type CachedLists = ReturnType<typeof cachedLists>

/** Cache of unpaginated lists, each read once for all users with the same credential. */
export function cachedLists(
  { callAs, bearerFor }: Pick<People, 'callAs' | 'bearerFor'>,
  thread: ListThread,
  max = defaultLimits,
) {
  /** Oldest first. */
  const entries = new Map<string, Entry>()

  const forget = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
    entry.isForgotten = true
    if (entry.users === 0) entry.list.drop()
  }
  /** Lists that are still being read are not evicted. */
  const evict = () => {
    const read = [...entries].filter(([, { isRead }]) => isRead)
    for (const [key, entry] of read.slice(0, Math.max(0, read.length - max.lists))) forget(key, entry)
  }
  /** Makes room for a list by evicting others, oldest first. */
  const admit = (key: string, entry: Entry, size: number) => {
    entry.size += size
    const others = [...entries].filter(([, one]) => one !== entry)
    const total = () =>
      [...entries.values()].reduce((sum, one) => sum + one.size, entries.get(key) === entry ? 0 : entry.size)
    for (const [name, one] of others) {
      if (total() <= max.size) return
      if (one.isRead) forget(name, one)
    }
    if (total() <= max.size) return
    if (entries.size > 1) throw new Problem('BUSY', 'Too many long lists are being loaded', { service: 'console' })
    throw new Problem('ANSWER_TOO_LARGE', 'The list exceeds the limit of this console', { service: 'console' })
  }

  const start = <K extends Kind, About>(key: string, source: ListSource<K, About>, site: string, person: Person) => {
    const began = performance.now()
    const list = thread.open(source.kind, Date.now())
    const controller = new AbortController()
    const { session } = person
    const rows: ReadRows<K> = async (endpoint, method) => {
      let count = 0
      const add = async (found: readonly object[], size: number) => {
        count += found.length
        if (count > max.rows)
          throw new Problem('ANSWER_TOO_LARGE', `The list has more than ${max.rows.toLocaleString('en')} rows`)
        admit(key, entry, size)
        await list.call(method as never, found as never)
      }
      const begin = () => {
        if (count > 0) throw new Problem('UNEXPECTED_CONTENT', 'The list was truncated')
      }
      const answer = (await callAs({ ...person, site }, endpoint, {}, controller.signal, { begin, add })) as Answered
      // The server has the list elsewhere in its response, so it was read as a whole.
      if (answer.rows.length > 0) await add(answer.rows, stringifyJson(answer.rows).length)
      return { count, total: answer.total }
    }
    const read = async () => {
      const about = await source.read(list, rows)
      entry.isRead = true
      evict()
      const keptMs = Math.min(maxMs, Math.max(minMs, keptTimes * (performance.now() - began)))
      entry.freshUntil = performance.now() + keptMs
      setTimeout(() => forget(key, entry), keptMs).unref()
      return about
    }
    const entry: Entry = {
      site,
      reads: source.reads,
      session,
      list,
      reading: Promise.resolve(),
      began,
      controller,
      isRead: false,
      isForgotten: false,
      freshUntil: Number.POSITIVE_INFINITY,
      size: 0,
      users: 0,
    }
    entries.delete(key)
    entries.set(key, entry)
    entry.reading = read()
    entry.reading.catch(() => {
      controller.abort()
      forget(key, entry)
    })
    return entry
  }

  const release = (key: string, entry: Entry) => {
    entry.users -= 1
    if (entry.users > 0) return
    // Aborted, since no one is waiting for it.
    if (!entry.isRead) entry.controller.abort()
    if (!entry.isRead || entry.isForgotten) forget(key, entry)
  }

  return {
    /** Queries a list, which is read first unless cached; always with `fresh`. */
    ask: async <K extends Kind, About, Answer>(
      source: ListSource<K, About>,
      { site, person, signal }: ConsoleCaller,
      fresh: boolean,
      question: (list: ThreadList<K>) => Promise<Answer>,
    ): Promise<{ answer: Answer; about: About; ageMs: number }> => {
      const upstream = site.upstreams.get('keys')
      if (!upstream) throw notConnected('keys')
      if (!person) throw new Problem('SIGNED_OUT')
      const bearer = await bearerFor(upstream, person)
      const isAdmin = holds(person.permissions, adminOf(source.endpoint.permission))
      const key = hashOf(JSON.stringify([site.name, upstream.name, source.kind, isAdmin, bearer?.value]))
      for (;;) {
        const known = entries.get(key)
        const isFresh = known && !fresh && performance.now() < known.freshUntil
        if (known && !isFresh) forget(key, known)
        const entry = isFresh ? known : start(key, source, site.name, person)
        entry.users += 1
        try {
          const about = (await unlessLeft(entry.reading, signal)) as About
          const answer = await question(entry.list)
          return { answer, about, ageMs: Math.round(performance.now() - entry.began) }
        } catch (error) {
          // If the session that started reading was signed out, other waiting users are not affected.
          const isTheirs = error instanceof Problem && error.code === 'SIGNED_OUT' && entry.session !== person.session
          if (!isTheirs) throw error
        } finally {
          release(key, entry)
        }
      }
    },

    /** Invalidates lists that may have changed, including those being read. */
    onChange: (site: string, changes: readonly Resource[]) => {
      for (const [key, entry] of entries)
        if (entry.site === site && entry.reads.some((read) => changes.includes(read))) forget(key, entry)
    },

    close: async () => {
      for (const { controller } of entries.values()) controller.abort()
      entries.clear()
      await thread.close()
    },
  }
}

/** A promise that is rejected when the caller disconnects. */
function unlessLeft<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason as Error)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  return Promise.race([promise, left.promise]).finally(() => signal.removeEventListener('abort', leave))
}
