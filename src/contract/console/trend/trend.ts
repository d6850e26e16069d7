/** Numbers that the console takes once a day, and how the devices of now are distributed. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'

/** Numbers are kept for so long. */
export const keptDays = 400

export const areaNames = ['devices', 'desktops', 'certificates', 'ssh-keys'] as const
export type Area = (typeof areaNames)[number]

/** A day of UTC: `2026-11-24`. */
const day = z.string()
const line = z.string()

const series = z.object({
  measure: z.string(),
  /** What is counted of devices, as a line of the query language. */
  query: z.optional(line),
  /** The view that is counted. */
  view: z.optional(z.object({ name: z.string(), page: z.string(), search: z.string() })),
  /** One for each day since `from`; null: no number was taken on that day. */
  values: z.array(z.nullable(z.int())),
})
export type Series = z.output<typeof series>

const area = z.object({
  area: z.enum(areaNames),
  /**
   * `no-credential`: the console has nothing that opens the server for itself. `reading`: the first number is taken
   * once every device has been read. `failing`: the server could not be asked the last time. `hidden`: the caller sees
   * less on the server than the console. `key-needed`: the server takes nothing that the caller has. `unchecked`: what
   * the caller sees there could not be asked.
   */
  state: z.enum(['kept', 'no-credential', 'reading', 'failing', 'hidden', 'key-needed', 'unchecked']),
  /** Why it failed, is hidden, or could not be asked. */
  problem: z.optional(z.string()),
  series: z.array(series),
})
export type TrendArea = z.output<typeof area>

export const readTrend = endpoint({
  ...own,
  id: 'console.readTrend',
  summary: 'Daily metrics recorded by the console',
  path: '/api/console.readTrend',
  input: z.object({
    /** Days up to today. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(keptDays))),
  }),
  output: z.object({
    /** The first day of all values; the last one is today. */
    from: day,
    today: day,
    areas: z.array(area),
  }),
  permission: 'signed-in',
  reads: ['console.view'],
  assumes: ['Only areas in which the caller sees as much as the console'],
})

/** Without `query`: the rest, which no line names. */
const bar = z.object({ label: z.string(), query: z.optional(line), count: z.int() })

const distributions = z.object({
  /** What is counted, in the index. */
  total: z.int(),
  /** Records are still to come: what only they tell is in no bar yet. */
  isReading: z.boolean(),
  distributions: z.array(z.object({ title: z.string(), bars: z.array(bar) })),
})

export const readDistributions = endpoint({
  ...own,
  id: 'console.readDistributions',
  summary: 'Enrolled devices by version, storage and last contact',
  path: '/api/console.readDistributions',
  input: z.object({}),
  output: distributions,
  permission: 'MDM_Read',
  reads: ['mdm.device'],
})

export const readComputerDistributions = endpoint({
  ...own,
  id: 'console.readComputerDistributions',
  summary: 'Computers by operating system, storage, last contact and last successful scan',
  path: '/api/console.readComputerDistributions',
  input: z.object({}),
  output: distributions,
  permission: 'Inventory_Read',
  reads: ['desktop.computer', 'desktop.inventory'],
  assumes: [
    'SOM_Read is required as well: the list of computers is of that module',
    'Of the index of computers, which a query of them begins; nothing before',
  ],
})

export const trend = { readTrend, readDistributions, readComputerDistributions }
