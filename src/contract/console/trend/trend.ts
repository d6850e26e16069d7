/** Daily metrics, and current device distributions. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'

/** Retention of metrics. */
export const retentionDays = 400

export const areaNames = ['devices', 'desktops', 'certificates', 'ssh-keys'] as const
export type Area = (typeof areaNames)[number]

/** A UTC date: `2026-11-24`. */
const day = z.string()
const line = z.string()

const series = z.object({
  measure: z.string(),
  /** Device query whose result is counted. */
  query: z.optional(line),
  /** View whose rows are counted. */
  view: z.optional(z.object({ name: z.string(), page: z.string(), search: z.string() })),
  /** One value per day since `from`; null if none was recorded. */
  values: z.array(z.nullable(z.int())),
})
export type Series = z.output<typeof series>

const area = z.object({
  area: z.enum(areaNames),
  /**
   * `no-credential`: the console has no credential of its own for the server. `reading`: the first value is recorded
   * once every device has been read. `failing`: the latest request to the server failed. `hidden`: the caller sees
   * fewer devices than the console. `key-needed`: the server accepts no credential of the caller. `unchecked`: what the
   * caller sees could not be determined.
   */
  state: z.enum(['kept', 'no-credential', 'reading', 'failing', 'hidden', 'key-needed', 'unchecked']),
  /** Why it failed, is hidden, or is unchecked. */
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
    /** Number of days, ending today. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(retentionDays))),
  }),
  output: z.object({
    /** First day of all values; the last is today. */
    from: day,
    today: day,
    areas: z.array(area),
  }),
  permission: 'signed-in',
  reads: ['console.view'],
  assumes: ['Only areas in which the caller sees as much as the console'],
})

/** Without `query`: the remainder, which no query describes. */
const bar = z.object({ label: z.string(), query: z.optional(line), count: z.int() })

const distributions = z.object({
  /** Number of indexed devices. */
  total: z.int(),
  /** Whether records are still being read, so that their details are not counted yet. */
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
