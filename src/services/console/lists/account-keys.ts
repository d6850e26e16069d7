import { setTimeout as delay } from 'node:timers/promises'
import { maxRead, notReadYet, readAccountKeys } from '#contract/console/access-list.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'
import { listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { maxRows } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import type { Resource } from '#contract/resource.ts'
import type { ConsoleHandlers, People, Person } from '#platform/console.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import { patiently } from '#services/console/plans/patiently.ts'

type Found = Output<typeof readAccountKeys>
type Entry = {
  site: string
  ending: AbortController
  accounts: Promise<readonly Account[]>
  rows: Found['rows']
  failed: Found['unread']
  /** Accounts that are to be read, in order; those before `next` have been. */
  queue: readonly Account[]
  next: number
  /** How many of them may be read. */
  wanted: number
  running: Promise<void> | undefined
  readAt: number
}

const concurrency = 4
/** How long a response waits for the server. */
const waitMs = 1000
const keptMs = 10 * 60_000
const maxEntries = 200

/** Keys of accounts at servers that do not list associations: read one by one, once for all pages of a session. */
export function accountKeys({ callAs }: Pick<People, 'callAs'>, clock: () => number) {
  const entries = new Map<string, Entry>()

  const forget = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
    entry.ending.abort()
  }
  const prune = () => {
    for (const [key, entry] of entries)
      if (entries.size >= maxEntries || (!entry.running && entry.readAt < clock() - keptMs)) forget(key, entry)
  }

  function open(key: string, person: Person): Entry {
    prune()
    const ending = new AbortController()
    const { signal } = ending
    const ask: Ask = (endpoint, input) => callAs(person, endpoint, input, signal)
    const entry: Entry = {
      site: person.site,
      ending,
      accounts: accountsBy(ask),
      rows: [],
      failed: [],
      queue: [],
      next: 0,
      wanted: maxRead,
      running: undefined,
      readAt: clock(),
    }
    entries.set(key, entry)
    void begin(key, entry, ask)
    return entry
  }

  async function begin(key: string, entry: Entry, ask: Ask) {
    try {
      entry.queue = await entry.accounts
      read(entry, ask)
    } catch {
      forget(key, entry) // thrown to those who wait
    }
  }

  function read(entry: Entry, ask: Ask) {
    const { signal } = entry.ending
    const one = async ({ resourceName, userName }: Account) => {
      try {
        const wait = (ms: number) => delay(ms, undefined, { signal })
        const names = await patiently(() => ask(listSshKeysOfUser, { resourceName, userName }), wait)
        entry.rows.push(...names.map((KeyName) => ({ KeyName, ResourceName: resourceName, UserName: userName })))
      } catch (error) {
        if (signal.aborted) return
        const problem = problemOf(error)
        if (problem.code === 'SIGNED_OUT') entry.ending.abort()
        entry.failed.push({ resourceName, userName, reason: problem.message })
      }
    }
    const all = async () => {
      while (entry.next < Math.min(entry.queue.length, entry.wanted) && !signal.aborted) {
        const part = entry.queue.slice(entry.next, entry.next + concurrency)
        await Promise.all(part.map(one))
        if (!signal.aborted) entry.next += part.length
      }
      entry.running = undefined
      entry.readAt = clock()
    }
    entry.running ??= all()
  }

  return {
    handlers: {
      readAccountKeys: async ({ keys, more = false }, { person, signal }) => {
        if (!person) throw new Problem('SIGNED_OUT')
        const key = JSON.stringify([person.site, person.session])
        const known = entries.get(key)
        const isUsable = known && !known.ending.signal.aborted && (known.running || known.readAt > clock() - keptMs)
        const entry = isUsable ? known : open(key, person)
        await entry.accounts
        if (more) {
          const again = entry.failed.splice(0).map(({ resourceName, userName }) => ({ resourceName, userName }))
          entry.queue = [...entry.queue, ...again]
          entry.wanted = entry.queue.length
          read(entry, (endpoint, input) => callAs(person, endpoint, input, entry.ending.signal))
        }
        await Promise.race([entry.running, delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined)])
        const rest = entry.queue.slice(entry.next)
        return {
          rows: entry.rows.filter(({ KeyName }) => keys?.includes(KeyName) ?? true),
          unread: [...rest.map(unreadAccount), ...entry.failed],
          isReading: entry.running !== undefined,
        }
      },
    } satisfies Pick<ConsoleHandlers, 'readAccountKeys'>,
    onChange: (site: string, changes: readonly Resource[]) => {
      if (!readAccountKeys.reads.some((one) => changes.includes(one))) return
      for (const [key, entry] of entries) if (entry.site === site) forget(key, entry)
    },
    close: () => {
      for (const [key, entry] of entries) forget(key, entry)
    },
  }
}

const unreadAccount = ({ resourceName, userName }: Account) => ({ resourceName, userName, reason: notReadYet })

type Ask = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>

/** Accounts with a key; all if the server does not report which have one. */
async function accountsBy(ask: Ask): Promise<Account[]> {
  const accounts: Account[] = []
  for (let offset = 0; ; offset += maxRows) {
    const { rows } = await ask(findSshUsers, { withKeys: true, offset, limit: maxRows })
    for (const { host, user } of rows)
      if (host !== '' && user !== '') accounts.push({ resourceName: host, userName: user })
    if (rows.length < maxRows) return accounts
  }
}
