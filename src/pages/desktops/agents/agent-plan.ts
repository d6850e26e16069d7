import * as z from 'zod'
import type { Computer, ScanComputer } from '#contract/desktop/computer-fields.ts'
import { listScanComputers, scanComputers } from '#contract/desktop/inventory.ts'
import { installAgents, listComputers, uninstallAgents } from '#contract/desktop/som.ts'
import { type ComputerAction, computerCan, meaningOf } from '#contract/desktop/status.ts'
import { given, idOf, nameOf, type StatusField, wordsOf } from '#pages/desktops/computer-facts.ts'

export const actions = ['install', 'uninstall', 'scan'] as const satisfies readonly ComputerAction[]

/** A computer that an action is meant for, as far as the action is concerned. */
/** `at`: when what the action does was last done to it. */
export type Target = { id: string; name: string; status?: number | undefined; remarks: string; at: string }

type ActionFacts = {
  endpoint: typeof installAgents | typeof uninstallAgents | typeof scanComputers
  /** Where its end shows, and in which field. */
  followed: typeof listComputers | typeof listScanComputers
  field: StatusField
  /** What a computer shows when it went well, or did not. */
  done: number
  failed: number
  verb: string
  title: string
  doneWords: string
  /** Which computers it is usually meant for, as the list filters them. */
  usually: string
}

export const factsOf: Record<ComputerAction, ActionFacts> = {
  install: {
    endpoint: installAgents,
    followed: listComputers,
    field: 'installation_status',
    done: 22,
    failed: 29,
    verb: 'Install on',
    title: 'Install agent',
    doneWords: 'Installed',
    usually: '21,23,29',
  },
  uninstall: {
    endpoint: uninstallAgents,
    followed: listComputers,
    field: 'installation_status',
    done: 23,
    failed: 29,
    verb: 'Uninstall from',
    title: 'Uninstall agent',
    doneWords: 'Uninstalled',
    usually: '22',
  },
  scan: {
    endpoint: scanComputers,
    followed: listScanComputers,
    field: 'scan_status',
    done: 2,
    failed: 0,
    verb: 'Scan',
    title: 'Scan',
    doneWords: 'Scanned',
    usually: '22',
  },
}

/** Why an action would be for nothing, or be refused; undefined where the server is to decide. */
export function obstacleTo(action: ComputerAction, { installation_status: status }: Computer): string | undefined {
  if (status === undefined) return undefined
  if (action === 'install' && status === 22) return 'The agent is already installed.'
  if (action === 'install' && status === 24) return 'The agent is being removed. Install it again after removal.'
  // A number without a meaning is the server's to judge.
  const isKnown = !meaningOf('installation_status', status).endsWith('meaning not defined')
  if (!isKnown || computerCan(action, { installation_status: status })) return undefined
  if (status === 21) return 'No agent installed yet.'
  if (status === 23) return 'The agent was uninstalled.'
  return action === 'scan' && status === 29
    ? 'The agent failed to install or uninstall.'
    : 'No installed agent to run this action.'
}

export type Plan = { able: Computer[]; unable: { computer: Computer; why: string }[]; missing: string[] }

/** Who gets it, who cannot, and which of the chosen computers the server no longer lists. */
export function planOf(action: ComputerAction, ids: readonly string[], found: readonly Computer[]): Plan {
  const judged = found.map((computer) => ({ computer, why: obstacleTo(action, computer) }))
  const seen = new Set(found.map(idOf))
  return {
    able: judged.flatMap(({ computer, why }) => (why === undefined ? [computer] : [])),
    unable: judged.flatMap(({ computer, why }) => (why === undefined ? [] : [{ computer, why }])),
    missing: ids.filter((id) => !seen.has(id)),
  }
}

const target = z.object({
  id: z.string(),
  name: z.string(),
  status: z.number().optional(),
  remarks: z.string(),
  at: z.string(),
})

/**
 * What the page is about to do, or has begun. It stays with the entry of the browser's history: a reload shows it again,
 * and Back leads to the step before.
 */
const step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('check'), action: z.enum(actions), ids: z.array(z.string()).min(1) }),
  z.object({
    step: z.literal('run'),
    action: z.enum(actions),
    begunAt: z.number(),
    accepted: z.number().optional(),
    targets: z.array(target).min(1),
  }),
])
export type AgentStep = z.output<typeof step>
export type Run = Extract<AgentStep, { step: 'run' }>

/** Whatever else is in the history is no step of ours. */
export const stepIn = (state: unknown): AgentStep | undefined => step.safeParse(state).data

export type Listed = Partial<Computer & ScanComputer>
export const targetOf = (action: ComputerAction, row: Listed): Target => ({
  id: idOf(row),
  name: nameOf(row),
  status: row[factsOf[action].field],
  remarks: wordsOf(action === 'scan' ? row.scan_remarks : row.remarks),
  at: given(action === 'scan' ? row.last_scan_time : row.agent_installed_on),
})

/** "12 computers", also what is typed to confirm. */
export const howMany = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'computer' : 'computers'}`
