/** Saved views, which can be shared, watched and exported by the console on behalf of a user. */
import * as z from 'zod/mini'
import { file, record } from '#contract/wire.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { JobRow } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Permission } from '#contract/permission.ts'
import { own } from '#contract/session.ts'

const modules = ['Common', 'Inventory', 'KeyManagement', 'MDM', 'SOM'] as const
/** Roles with which a view can be shared. */
const viewRoles = modules.flatMap((module) =>
  (['Read', 'Write', 'Admin'] as const).map((right): Permission => `${module}_${right}`),
)
export const audiences = ['me', 'site', ...viewRoles] as const

/** Saved views per account and site. */
export const maxViews = 200
/** Rows of a direct export; a longer list is exported by a job. */
export const maxRowsOfPage = 10_000
/** Rows per exported file of a job. */
export const maxRowsOfFile = 200_000
/** Rows of a watched view. */
export const maxRowsWatched = 10_000
export const watchedEveryMinutes = 10
/** Watched views per account and site. */
export const maxWatched = 20

const id = z.int().check(z.minimum(1))
const moment = z.int()
const oneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain line breaks or control characters')
const name = z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100), oneLine)
/** Inputs in wire form; validated by the endpoint itself. */
const values = record({}) as z.ZodMiniType as z.ZodMiniType<JsonObject, JsonObject>
const columns = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500))

/** Request for the view's list, so that the console can repeat it. */
const question = z.object({
  /** Endpoint ID. */
  list: z.string().check(z.maxLength(100)),
  /** Without paging parameters. */
  input: values,
  columns,
})
export type Question = z.output<typeof question>

const view = z.object({
  id,
  name: z.string(),
  /** Address of the list, and the query string of the view. */
  page: z.string(),
  search: z.string(),
  by: z.string(),
  isMine: z.boolean(),
  audience: z.enum(audiences),
  /** Absent if the console cannot page through the list. */
  question: z.optional(question),
  isPinned: z.boolean(),
  /** Set if the caller is notified of rows that appear or leave. */
  watch: z.optional(
    z.object({
      state: z.enum(['active', 'paused']),
      /** Why it is paused, or why the last check failed. */
      why: z.string(),
      at: z.optional(moment),
      /** Rows that appeared in the last seven days. */
      appeared: z.array(z.object({ label: z.string(), at: moment })),
      /** Rows that left in the last seven days. */
      left: z.optional(z.array(z.object({ label: z.string(), at: moment }))),
      /** Recipient of notifications; empty if the account has no address. */
      email: z.string(),
      /** Whether the notification rule for views is enabled. */
      isTold: z.boolean(),
    }),
  ),
})
export type View = z.output<typeof view>

const changes = { ...own, permission: 'signed-in', changes: ['console.view'] } as const

export const listViews = endpoint({
  ...own,
  id: 'console.listViews',
  summary: 'Saved views of lists: your own and those shared with you',
  path: '/api/console.listViews',
  input: z.object({
    /** Only views of this list. */
    page: z.optional(z.string().check(z.maxLength(300))),
  }),
  output: z.object({ rows: z.array(view) }),
  permission: 'signed-in',
  reads: ['console.view', 'console.notification'],
  assumes: ['A view shows what the account that opens it can read'],
})

export const saveView = endpoint({
  ...changes,
  id: 'console.saveView',
  summary: 'Save a view of a list for yourself, everyone at the site or those with a permission',
  path: '/api/console.saveView',
  target: ['name', 'audience'],
  input: z.object({
    /** A new view if omitted. */
    view: z.optional(id),
    name,
    page: z
      .string()
      // An address that begins with two slashes refers to another host.
      .check(
        z.maxLength(300),
        z.regex(/^\/[\w.%~:!'()*-][\w/.%~:!'()*-]*$/, 'must be the address of a page, as /devices/5'),
      ),
    search: z.string().check(z.maxLength(4000), oneLine),
    audience: z.enum(audiences),
    question: z.optional(question),
  }),
  output: z.object({ view: id }),
  assumes: [`At most ${maxViews} views per account and site`, 'Only its owner can change it'],
})

export const removeView = endpoint({
  ...changes,
  id: 'console.removeView',
  summary: 'Remove a saved view, also for those it is shared with',
  path: '/api/console.removeView',
  target: ['view'],
  input: z.object({ view: id }),
  output: z.object({}),
  assumes: ['Its owner can remove it, and an administrator one that is shared'],
})

/** Not audited: it affects only the caller's overview. */
export const pinView = endpoint({
  ...own,
  id: 'console.pinView',
  summary: 'Pin a view to your overview, or unpin it',
  path: '/api/console.pinView',
  input: z.object({ view: id, isPinned: z.boolean() }),
  output: z.object({}),
  permission: 'signed-in',
})

export const countView = endpoint({
  ...own,
  id: 'console.countView',
  summary: 'How many rows a view has for you',
  path: '/api/console.countView',
  input: z.object({ view: id }),
  output: z.object({
    count: z.int(),
    /** Whether there are more: the server states no total, so this is a minimum. */
    isMore: z.boolean(),
  }),
  permission: 'signed-in',
  reads: ['console.view'],
  assumes: ['Counted with the permissions of the caller', 'A server that ignores a filter counts without it'],
})

export const watchView = endpoint({
  ...changes,
  id: 'console.watchView',
  summary: 'Watch a view for rows that appear or leave, or stop watching it',
  path: '/api/console.watchView',
  target: ['view', 'isWatched'],
  input: z.object({ view: id, isWatched: z.boolean() }),
  output: z.object({}),
  assumes: [
    `Checked every ${watchedEveryMinutes} minutes with the session of the caller, also after they have signed out`,
    `Of a view with at most ${maxRowsWatched.toLocaleString('en')} rows`,
    `An account watches at most ${maxWatched} views at a site`,
    'Sent by the rule “A row appears in or leaves a watched view”, which the first watch of a site turns on',
    'A row has left once two checks in a row did not find it',
  ],
})

/** Each file is one list, exported by its own endpoint. */
const exportJob: JobRow = { kind: 'list', isExport: true, isRepeatable: true }

export const exportRows = endpoint({
  ...own,
  id: 'console.exportRows',
  summary: 'All rows of a list as a CSV file',
  path: '/api/console.exportRows',
  input: z.object({
    ...question.shape,
    /** File name without extension. */
    name,
  }),
  output: file,
  responseType: 'file',
  permission: 'signed-in',
  job: exportJob,
  assumes: [
    'Columns are the fields of the rows by their names in the answers, custom fields by their own, those of the view first',
    `Read page by page with the permissions of the caller, up to ${maxRowsOfFile.toLocaleString('en')} rows`,
  ],
})

export const views = { listViews, saveView, removeView, pinView, countView, watchView, exportRows }
