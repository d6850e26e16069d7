/** Outcome of an agent action, from the response and the computer's row. */
import type { JobRow, Sent, ItemOutcome } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { Computer, ScanComputer } from './computer-fields.ts'
import { type ComputerAction, computerCan, legendOfField, textOfKey } from './status.ts'

/** IDs per status request, limited by the URL length that some servers accept. */
export const maxIdsPerRequest = 100

type Row = Partial<Computer & ScanComputer>
type Followed = { field: 'installation_status' | 'scan_status'; done: number; failed: number }

const followed: Record<ComputerAction, Followed> = {
  install: { field: 'installation_status', done: 22, failed: 29 },
  uninstall: { field: 'installation_status', done: 23, failed: 29 },
  scan: { field: 'scan_status', done: 2, failed: 0 },
}

/** A job that runs an agent action on computers, with status checks. */
export const agentJob = (action: ComputerAction, endpoint: NonNullable<JobRow['follow']>['endpoint']): JobRow => ({
  subject: 'resourceids',
  kind: 'computer',
  batchSize: maxIdsPerRequest,
  answered: outcomesByCount,
  follow: {
    endpoint,
    batchSize: maxIdsPerRequest,
    input: (ids) => ({ page: 0, pagelimit: ids.length, residfilter: ids }),
    told: ({ rows }: Page<Row>, sent, asked) => outcomeByRow(action, rowIn(rows, sent.subject, asked), sent),
    before: ({ rows }: Page<Row>, id, asked) => standing(action, rowIn(rows, id, asked)),
  },
})

/** A server that accepted fewer computers than requested does not say which. */
function outcomesByCount({ accepted }: { accepted?: number }, ids: readonly string[]): Map<string, ItemOutcome> {
  const told: ItemOutcome =
    accepted === undefined || accepted >= ids.length
      ? { outcome: 'accepted' }
      : { outcome: 'unknown', remark: `Accepted by the server for ${accepted} of ${ids.length} computers` }
  return new Map(ids.map((id) => [id, told]))
}

export const idOf = ({ resource_id, resource_id_string }: Row) => resource_id ?? resource_id_string

/** `gone`: the server no longer lists the computer. Undefined if the server ignored the ID filter. */
function rowIn(rows: readonly Row[], id: string, asked: readonly string[]): Row | 'gone' | undefined {
  const found = rows.find((row) => idOf(row) === id)
  return found ?? (rows.every((row) => asked.includes(idOf(row) ?? '')) ? 'gone' : undefined)
}

export const gone = 'The server no longer lists this computer'

/** Checked per computer, since one unsuitable computer makes a server reject the whole call. */
function standing(action: ComputerAction, row: Row | 'gone' | undefined): { mark: string } | { refused: string } {
  if (row === 'gone') return { refused: gone }
  const status = row?.installation_status
  const isKnown = status !== undefined && Object.hasOwn(legendOfField['installation_status'] ?? {}, status)
  if (isKnown && !computerCan(action, row ?? {})) return { refused: 'No installed agent to run this action' }
  return { mark: row ? markOf(action, row) : '' }
}

/** The action's state and its time in a row, for comparison. */
function markOf(action: ComputerAction, row: Row): string {
  const values =
    action === 'scan'
      ? [row.scan_status, row.scan_remarks, row.last_scan_time]
      : [row.installation_status, row.remarks, row.agent_installed_on, row.agent_uninstalled_on]
  return values.map((value) => String(value ?? '').slice(0, 100)).join(' ')
}

/** After this time, an unchanged failure is attributed to the current action. */
const sameFailureMs = 30 * 60_000

/**
 * Outcome by the computer's row. An unchanged row says nothing about the current action, since its failure may be an
 * earlier one.
 */
function outcomeByRow(action: ComputerAction, row: Row | 'gone' | undefined, sent: Sent): ItemOutcome | undefined {
  if (row === 'gone') return { outcome: 'failed', remark: gone, evidence: sent.evidence }
  const { field, done, failed } = followed[action]
  const status = row?.[field]
  if (!row || status === undefined) return undefined
  const evidence = markOf(action, row)
  const hasMoved = sent.evidence !== '' || (sent.earlier !== '' && evidence !== sent.earlier)
  const isSameFailure = sent.isAnswered && status === failed && Date.now() - sent.at > sameFailureMs
  if (!hasMoved && !isSameFailure) return undefined
  const outcome = status === done ? 'done' : status === failed ? 'failed' : 'accepted'
  return { outcome, remark: remarkOf(action, row), evidence }
}

function remarkOf(action: ComputerAction, row: Row): string {
  const key = ((action === 'scan' ? row.scan_remarks : row.remarks) ?? '').trim()
  const words = Object.hasOwn(textOfKey, key) ? (textOfKey[key] ?? key) : key
  const code = action === 'scan' ? '' : String(row.error_code ?? '').trim()
  return ['', '--', '-1', '0'].includes(code) ? words : `${words} (error code ${code})`
}
