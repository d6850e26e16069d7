/** Views of lists that the console keeps for others as well, and asks in the name of whoever wants to know. */
import * as z from 'zod/mini'
import { file, record } from '#contract/wire.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { JobRow } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Permission } from '#contract/permission.ts'
import { own } from '#contract/session.ts'

const modules = ['Common', 'Inventory', 'KeyManagement', 'MDM', 'SOM'] as const
/** Whoever holds one of these is shown what is shared with it. */
const viewRoles = modules.flatMap((module) =>
  (['Read', 'Write', 'Admin'] as const).map((right): Permission => `${module}_${right}`),
)
export const audiences = ['me', 'site', ...viewRoles] as const

/** What one account keeps for itself and others at a site. */
export const maxViews = 200
/** A list that is exported from a page has no more rows; a longer one becomes a job. */
export const maxRowsOfPage = 10_000
/** One file of a job has no more. */
export const maxRowsOfFile = 200_000
/** A view that is watched has no more. */
export const maxRowsWatched = 10_000
export const watchedEveryMinutes = 10
/** What one account watches at a site. */
export const maxWatched = 20

const id = z.int().check(z.minimum(1))
const moment = z.int()
const oneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain line breaks or control characters')
const name = z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100), oneLine)
/** Inputs as the endpoint takes them, checked by the endpoint itself. */
const values = record({}) as z.ZodMiniType as z.ZodMiniType<JsonObject, JsonObject>
const columns = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500))

/** What its list is asked for, so that the console can ask it as well. */
const question = z.object({
  /** Id of the endpoint. */
  list: z.string().check(z.maxLength(100)),
  /** Without the page. */
  input: values,
  columns,
})
export type Question = z.output<typeof question>

const view = z.object({
  id,
  name: z.string(),
  /** The address of its list, and what of it the view keeps. */
  page: z.string(),
  search: z.string(),
  by: z.string(),
  isMine: z.boolean(),
  audience: z.enum(audiences),
  /** Absent where its list has no pages that the console could ask for. */
  question: z.optional(question),
  isPinned: z.boolean(),
  /** The caller is told of rows that appear or leave. */
  watch: z.optional(
    z.object({
      state: z.enum(['active', 'paused']),
      /** Why it is paused, or the last look failed. */
      why: z.string(),
      at: z.optional(moment),
      /** Rows that appeared in the last seven days. */
      appeared: z.array(z.object({ label: z.string(), at: moment })),
      /** Rows that left in the last seven days. */
      left: z.optional(z.array(z.object({ label: z.string(), at: moment }))),
      /** Where mail about it goes; empty: the account has no address. */
      email: z.string(),
      /** The rule that sends it is on. */
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
    /** Of this list alone. */
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
    /** Without it, a new one. */
    view: z.optional(id),
    name,
    page: z
      .string()
      // Two slashes begin the address of another host.
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

/** Not in the audit: it changes nothing but how the overview looks to the one who calls it. */
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
    /** The server does not say how many there are: at least so many. */
    isMore: z.boolean(),
  }),
  permission: 'signed-in',
  reads: ['console.view'],
  assumes: ['Counted with the rights of the caller', 'A server that ignores a filter counts without it'],
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

/** Each file is a list as its own question has it. */
const exportJob: JobRow = { kind: 'list', isExport: true, isRepeatable: true }

export const exportRows = endpoint({
  ...own,
  id: 'console.exportRows',
  summary: 'All rows of a list as a CSV file',
  path: '/api/console.exportRows',
  input: z.object({
    ...question.shape,
    /** Of the file, without its ending. */
    name,
  }),
  output: file,
  responseType: 'file',
  permission: 'signed-in',
  job: exportJob,
  assumes: [
    'Columns are the fields of the rows by their names in the answers, those of the view first',
    `Read page by page with the rights of the caller, up to ${maxRowsOfFile.toLocaleString('en')} rows`,
  ],
})

export const views = { listViews, saveView, removeView, pinView, countView, watchView, exportRows }
