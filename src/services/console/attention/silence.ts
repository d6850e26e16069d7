import type { Concern } from '#contract/attention/concern.ts'
import { failedInstallations, silentComputers, silentDevices } from '#contract/attention/silence-concerns.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { walkDevices } from '#contract/fleet/walk-devices.ts'
import { Problem } from '#contract/problem.ts'
import { instantOf } from '#contract/time.ts'
import { withoutRefusedSize } from '#services/console/call-server.ts'
import { type ConcernContext, type FoundConcerns, maxRows } from './concern-context.ts'
import { longestFirst } from './longest-first.ts'

/** Managed status of enrolled devices. */
const enrolled = '2'
/** Installation status of computers with an agent, and of those where its installation failed. */
const [installed, failed] = ['22', '29']
/** Values that no row has. */
const [noStatus, noInstallation] = ['98765', '987654321']
const maxPages = 2

const contactOf = ({ last_contact_time: at }: DeviceSummary) => instantOf(at)?.getTime()
const agentContactOf = ({ agent_last_contact_time: at }: Computer) => instantOf(at)?.getTime()
/** Whether no row has the last contact time: then nothing is silent. */
const isUntold = <T>(rows: readonly T[], timeOf: (row: T) => number | undefined) =>
  rows.length > 0 && rows.every((row) => timeOf(row) === undefined)

export async function devicesWithoutContact({ ask, places, now }: ConcernContext): Promise<FoundConcerns> {
  const rows = await longestFirst<DeviceSummary>({
    first: () =>
      ask(listDevices, {
        limit: maxRows,
        sort: 'last_contact_time',
        managed_status: [enrolled],
        exclude_removed: true,
      }),
    isIgnored: () => hasRows(ask(listDevices, { limit: 1, managed_status: [noStatus] })),
    all: async () => {
      const { rows: all, isWhole } = await walkDevices((asked) =>
        withoutRefusedSize(listDevices, asked, (input) => ask(listDevices, input)),
      )
      return isWhole ? all : undefined
    },
    passes: ({ managed_status: status, is_removed }) =>
      is_removed === true ? false : status === undefined ? undefined : String(status) === enrolled,
    order: contactOf,
    max: maxRows,
    problem: new Problem(
      'UNEXPECTED_CONTENT',
      'The server does not sort its devices, and the console cannot: the list is too long or lacks the required fields',
      { service: 'mdm' },
    ),
  })
  if (!rows || isUntold(rows, contactOf)) return { concerns: [], notReported: ['silent devices'] }
  return first(silentDevices(rows, now, places))
}

export async function computersWithoutContact(context: ConcernContext): Promise<FoundConcerns> {
  const rows = await computersIn(context, installed, agentContactOf)
  if (!rows || isUntold(rows, agentContactOf)) return { concerns: [], notReported: ['silent desktops'] }
  return first(silentComputers(rows, context.now, context.places))
}

export async function computersWithoutAgent(context: ConcernContext): Promise<FoundConcerns> {
  const rows = await computersIn(context, failed)
  if (!rows) return { concerns: [], notReported: ['desktops without an agent'] }
  return first(failedInstallations(rows, context.places))
}

/** Only the first rows were requested. */
const first = (concerns: Concern[]): FoundConcerns => ({ concerns, isLimited: concerns.length >= maxRows })

/** Computers with this installation status; with `order`, the lowest first. */
const computersIn = ({ ask }: ConcernContext, status: string, order?: (row: Computer) => number | undefined) =>
  longestFirst<Computer>({
    first: () => {
      const sort = order && ({ sort: 'agent_last_contact_time' } as const)
      return ask(listComputers, { pagelimit: maxRows, ...sort, installstatusfilter: [status] })
    },
    isIgnored: () => hasRows(ask(listComputers, { page: 0, pagelimit: 1, installstatusfilter: [noInstallation] })),
    all: async () => {
      const rows: Computer[] = []
      for (let page = 0; page < maxPages; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- each page shows whether another one follows
        const { rows: found, total } = await ask(listComputers, { page, pagelimit: pageSize.max })
        rows.push(...found)
        if (total === undefined ? found.length < pageSize.max : rows.length >= total) return rows
        if (found.length === 0) return undefined
      }
      return undefined
    },
    passes: ({ installation_status: is }) => (is === undefined ? undefined : String(is) === status),
    ...(order && { order }),
    max: maxRows,
    problem: new Problem(
      'UNEXPECTED_CONTENT',
      'The server does not filter and sort its computers, and the console cannot: the list is too long or lacks the required fields',
      { service: 'desktop' },
    ),
  })

/** A server may reject the value itself. */
const hasRows = (asked: Promise<{ rows: readonly unknown[] }>) =>
  asked.then(
    ({ rows }) => rows.length > 0,
    () => false,
  )
