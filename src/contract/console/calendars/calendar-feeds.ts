/** Addresses at which calendars read what expires: one belongs to a person, and opens with a password of its own. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { own } from '#contract/session.ts'

export const calendarPath = '/calendars/'
/** No secret: whoever knows it still needs the password. */
export const calendarAddress = (feed: string) => `${calendarPath}${feed}.ics`

/** Of one account. */
export const maxCalendarFeeds = 10
/** Certificates of one feed. Those that end next come first, those that have expired last. */
export const maxCalendarEvents = 5000
/** A feed of somebody who does not come to the console for so long ends: others may have their name by then. */
export const feedLivesDays = 90

const id = z.string().check(z.regex(/^[a-z0-9]{16}$/, 'must be the ID of a feed'))

const calendarFeed = z.object({
  id,
  name: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  /** When a calendar read it last, and from which address; absent where none has. */
  fetchedAt: z.optional(z.int()),
  fetchedFrom: z.string(),
  /** Why the last calendar that asked got nothing. */
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
    /** Told only here. */
    password: z.string(),
  }),
  secret: true,
  permission: listCertificates.permission,
  changes: ['console.calendar-feed'],
  assumes: [
    `GET ${calendarPath}{feed}.ics with HTTP Basic authentication (RFC 7617): the ID of the feed is the user name`,
    'It lists what the account may see when it is read. Without the permission it answers 403',
    'Where the login server refuses the sign-in, or does not say what the account may do, it answers 503 until it does or the owner signs in',
    'A login server with nothing but the stated operations cannot say that a permission was lost: that of the newest sign-in counts',
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
