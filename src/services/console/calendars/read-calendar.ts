import { setImmediate as otherWork } from 'node:timers/promises'
import type { Places } from '#contract/attention/concern.ts'
import { maxCalendarEvents } from '#contract/console/calendars/calendar-feeds.ts'
import { calendarParts, stampedAt } from '#contract/console/calendars/expiry-calendar.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import type { Input } from '#contract/endpoint.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { revocationStates } from '#contract/keys/rules/revocation-state.ts'
import { maxRows } from '#contract/page.ts'
import { sitePath } from '#contract/session.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { hashOf } from '#platform/digest.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { Feed } from './feed-store.ts'

type CalendarRequest = { feed: Pick<Feed, 'id' | 'site'>; origin: string; signal: AbortSignal }
/** `hash` covers the content without its timestamps. */
export type Calendar = { text: string; hash: string }
export type ReadCalendar = (owner: JobOwner, asked: CalendarRequest) => Promise<Calendar>
type Parts = {
  callAs: People['callAs']
  sites: Pick<Sites, 'all'>
  places: Pick<Places, 'certificate'>
  clock: () => number
  max?: number
}
type Question = Partial<Input<typeof findCertificates>>

/** As in the file export: revoked certificates are omitted, held ones included. */
const states = revocationStates.filter((state) => state !== 'revoked')
const refreshHours = 1
const writtenAtOnce = 200
const noTime = new Date(0)
/** Feeds with cached content; for others, the timestamp is the time of reading. */
const maxKnown = 10_000

/** Expiring certificates as the owner would see them now, with their permissions and the usual checks. */
export function calendarReader({ callAs, sites, places, clock, max = maxCalendarEvents }: Parts): ReadCalendar {
  const said = new Map<string, { hash: string; at: number }>()
  return async (owner, { feed, origin, signal }) => {
    const rowsOf = async (question: Question, room: number) => {
      const found = new Map<string, InventoryRow>()
      let total = 0
      for (let offset = 0; offset < room; offset += maxRows) {
        const limit = Math.min(maxRows, room - offset)
        const page = await callAs(owner, findCertificates, { ...question, states, offset, limit }, signal)
        for (const row of page.rows) found.set(row.id, row)
        total = page.total
        if (page.rows.length === 0 || offset + page.rows.length >= total) break
      }
      return { rows: [...found.values()], total }
    }
    const now = clock()
    const until = (range: { from: number } | { to: number }, descending: boolean): Question => ({
      filters: [{ column: 'until', ...range }],
      sort: [{ column: 'until', descending }],
    })
    const next = await rowsOf(until({ from: now }, false), max)
    // Requested even without remaining room, to report the total.
    const room = max - next.rows.length
    const past = await rowsOf(until({ to: now - 1 }, true), Math.max(1, room))
    const rows = [...next.rows, ...past.rows.slice(0, room)]
    const left = next.total + past.total - rows.length
    const place = sites.all.length > 1 ? sitePath(feed.site) : ''
    const parts = calendarParts(rows, {
      linkTo: (id) => new URL(place + places.certificate(id), origin).href,
      stamp: noTime,
      refreshHours,
      ...(left > 0 && { about: `Not listed: ${left.toLocaleString('en')} more. See them in the console.` }),
    })
    let text = ''
    let written = 0
    for (const part of parts) {
      text += part
      if (++written % writtenAtOnce === 0) await otherWork()
    }
    const hash = hashOf(text)
    const key = `${feed.id} ${origin}`
    const known = said.get(key)
    const at = known?.hash === hash ? known.at : clock()
    said.delete(key)
    said.set(key, { hash, at })
    const [oldest] = said.keys()
    if (said.size > maxKnown && oldest !== undefined) said.delete(oldest)
    return { text: stampedAt(text, noTime, new Date(at)), hash }
  }
}
