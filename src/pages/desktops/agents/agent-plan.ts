import * as z from 'zod/mini'
import { counted } from '#contract/words/counted.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { scanComputers } from '#contract/desktop/inventory.ts'
import { installAgents, type listComputers, uninstallAgents } from '#contract/desktop/som.ts'
import { type ComputerAction, obstacleTo } from '#contract/desktop/status.ts'
import type { Input } from '#contract/endpoint.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

export const actions = ['install', 'uninstall', 'scan'] as const satisfies readonly ComputerAction[]

type ActionFacts = {
  endpoint: typeof installAgents | typeof uninstallAgents | typeof scanComputers
  title: string
  /** Precedes the number of computers on the button and in the job title. */
  verb: string
  orders: string
  doneWords: string
  /** Default filter: computers that the action is usually meant for. */
  usually: string
}

export const factsOf: Record<ComputerAction, ActionFacts> = {
  install: {
    endpoint: installAgents,
    title: 'Install agent',
    verb: 'Install on',
    orders: 'Install agent on',
    doneWords: 'Installed',
    usually: '21,23,29',
  },
  uninstall: {
    endpoint: uninstallAgents,
    title: 'Uninstall agent',
    verb: 'Uninstall from',
    orders: 'Uninstall agent from',
    doneWords: 'Uninstalled',
    usually: '22',
  },
  scan: {
    endpoint: scanComputers,
    title: 'Scan',
    verb: 'Scan',
    orders: 'Scan',
    doneWords: 'Scanned',
    usually: '22',
  },
}

/** Effect of a removal on computers. */
export const ofRemoval =
  'Without the agent, these computers do not report inventory or accept commands until the agent is installed again.'

export type Plan = { able: Computer[]; unable: { computer: Computer; why: string }[]; missing: string[] }

/**
 * Sorts computers into able, unable, and missing from the server's list. `untold`: computers whose status is unknown;
 * the server decides.
 */
export function planOf(
  action: ComputerAction,
  ids: readonly string[],
  found: readonly Computer[],
  untold: readonly string[] = [],
): Plan {
  const judged = found.map((computer) => ({ computer, why: obstacleTo(action, computer) }))
  const seen = new Set([...found.map(idOf), ...untold])
  return {
    able: [
      ...judged.flatMap(({ computer, why }) => (why === undefined ? [computer] : [])),
      ...untold.map((resource_id) => ({ resource_id })),
    ],
    unable: judged.flatMap(({ computer, why }) => (why === undefined ? [] : [{ computer, why }])),
    missing: ids.filter((id) => !seen.has(id)),
  }
}

/** Step of the page, stored in the history entry, so that a reload restores it. */
const step = z
  .object({
    step: z.literal('check'),
    action: z.enum(actions),
    ids: z.array(z.string()),
    /** Query from which the computers were selected. */
    query: z.optional(z.string()),
    /** Filters of the list from which they were selected. */
    filter: z.optional(z.custom<Input<typeof listComputers>>((value) => typeof value === 'object' && value !== null)),
    /** All computers of the query or list are selected, whose number this is, except `except`. */
    all: z.optional(z.object({ count: z.int(), except: z.array(z.string()) })),
  })
  .check(z.refine(({ ids, query, filter, all }) => ids.length > 0 || (all && (query !== undefined || filter))))

export type AgentStep = z.output<typeof step>

/** Undefined if the history entry has no valid step. */
export const stepIn = (state: unknown): AgentStep | undefined => step.safeParse(state).data

/** For example "12 computers"; also the confirmation phrase. */
export const computerCount = (count: number) => counted(count, 'computer', 'computers')
