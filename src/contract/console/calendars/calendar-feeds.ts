/** Personal calendar feeds of expiring certificates, each with its own password. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { own } from '#contract/session.ts'

export const calendarPath = '/calendars/'
/** Not a secret: reading a feed requires its password. */
export const calendarAddress = (feed: string) => `${calendarPath}${feed}.ics`

/** Per account. */
export const maxCalendarFeeds = 10
/** Certificates per feed; the soonest to expire first, expired ones last. */
export const maxCalendarEvents = 5000
/** A feed ends if its owner does not use the console for this long, since the account name may be reassigned. */
export const feedLivesDays = 90

const id = z.string().check(z.regex(/^[a-z0-9]{16}$/, 'must be the ID of a feed'))

const calendarFeed = z.object({
  id,
  name: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  /** Time and IP address of the last successful read; absent if never read. */
  fetchedAt: z.optional(z.int()),
  fetchedFrom: z.string(),
  /** Why the last read failed. */
  why: z.string(),
})
export type CalendarFeed = z.output<typeof calendarFeed>

export const listCalendarFeeds = endpoint({
  ...own,
  id: 'console.listCalendarFeeds',
  summary: 'Calendar feeds of your account',
  path: '/api/console.listCalendarFeeds',
  input: z.object({}),
  output: z.object({ rows: z.array(calendarFeed) }),
  permission: 'signed-in',
  reads: ['console.calendar-feed'],
})

export const createCalendarFeed = endpoint({
  ...own,
  id: 'console.createCalendarFeed',
  summary: 'Create a calendar feed of expiring certificates',
  path: '/api/console.createCalendarFeed',
  target: ['name'],
  input: z.object({ name: z.string().check(z.trim(), z.maxLength(100)) }),
  output: z.object({
    /** Also the user name. */
    feed: id,
    /** Returned only once. */
    password: z.string(),
  }),
  secret: true,
  permission: listCertificates.permission,
  changes: ['console.calendar-feed'],
  assumes: [
    `GET ${calendarPath}{feed}.ics with HTTP Basic authentication (RFC 7617): the ID of the feed is the user name`,
    'It lists what the account may see when it is read. Without the permission it answers 403',
    'If the login server refuses the sign-in or does not report permissions, the response is 503 until it does or the owner signs in',
    'A login server with only the documented operations cannot report that a permission was lost: those of the latest sign-in apply',
    'Of a sign-in at an identity provider, it is read while a session of the owner lives',
    `At most ${maxCalendarFeeds} feeds per account and ${maxCalendarEvents.toLocaleString('en')} certificates per feed`,
    `It ends after ${feedLivesDays} days in which its owner did not use the console, when they sign out everywhere, and when their password or second factor changes`,
  ],
})

export const revokeCalendarFeed = endpoint({
  ...own,
  id: 'console.revokeCalendarFeed',
  summary: 'Revoke one of your calendar feeds',
  path: '/api/console.revokeCalendarFeed',
  target: ['feed'],
  input: z.object({ feed: id }),
  output: z.object({}),
  permission: 'signed-in',
  changes: ['console.calendar-feed'],
})

export const calendarFeeds = { listCalendarFeeds, createCalendarFeed, revokeCalendarFeed }
