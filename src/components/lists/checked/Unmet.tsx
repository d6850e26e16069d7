import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import type { ServiceName } from '#contract/problem.ts'
import { Notice } from '#ui/feedback/Notice.tsx'

type Props = {
  /** Parameters that were ignored or rejected. */
  unmet: readonly string[]
  isCorrected: boolean
  /** Number of rows shown. */
  count: number
  service: ServiceName
}

/**
 * Notice of the parameters that the server ignores or rejects, what the browser did instead, and the connection setting
 * for it.
 */
export function Unmet({ unmet, isCorrected, count, service }: Props) {
  const { data } = useQuery(query(listConnections, {}))
  const connection = data?.connections.find((one) => one.service === service)
  const unknown = unmet.filter((name) => connection?.omits?.includes(name) !== true)
  // Nothing to report if the connection's configuration lists all of them and the rows are correct.
  if (unknown.length === 0 && isCorrected) return null
  /** Excludes parameters that select the object of the list: without them, the request would have another meaning. */
  const omittable = unknown.filter((name) => name !== 'swid' && name !== 'hwid')
  const setting = `"omits": [${[...(connection?.omits ?? []), ...omittable].map((name) => `"${name}"`).join(', ')}]`
  return (
    <Notice
      tone={isCorrected ? 'info' : 'warn'}
      title={`This server ignores or rejects: ${unmet.map((name) => words[name] ?? name).join(', ')}`}
    >
      <span>{isCorrected ? doneHere(unmet) : notDone(unmet, count)}</span>
      {omittable.length > 0 && connection && (
        <span>
          To stop sending {omittable.length === 1 ? 'it' : 'them'}, write <code>{setting}</code> in the dialect of “
          {connection.name}” in the connections file.
        </span>
      )}
    </Notice>
  )
}

/** What the parameters are for, as participles: "sorted", "filtered". */
function purposesOf(unmet: readonly string[]): string[] {
  const purposes = unmet.map((name) => purposeOf[name] ?? 'filtered')
  return ['sorted', 'searched', 'filtered', 'divided into pages'].filter((purpose) => purposes.includes(purpose))
}
const purposeOf: Partial<Record<string, string>> = {
  sort: 'sorted',
  search: 'searched',
  searchvalue: 'searched',
  limit: 'divided into pages',
  pagelimit: 'divided into pages',
  offset: 'divided into pages',
}
const listed = (type: 'conjunction' | 'disjunction', purposes: readonly string[]) =>
  new Intl.ListFormat('en', { type }).format(purposes)

const doneHere = (unmet: readonly string[]) =>
  `The whole list was loaded, and ${listed('conjunction', purposesOf(unmet))} in this browser.`

/** Rows beyond one page are divided into pages even if they cannot be sorted or filtered. */
function notDone(unmet: readonly string[], count: number): string {
  const all = purposesOf(unmet)
  const purposes = all.filter((purpose) => purpose !== 'divided into pages')
  const missing = listed('disjunction', purposes.length > 0 ? purposes : all)
  return `The list cannot be ${missing} in this browser: it is too long or lacks the required fields. These ${count} rows are not ${missing}; they are as sent by the server.`
}

const words: Partial<Record<string, string>> = {
  sort: 'sorting (sort)',
  searchvalue: 'search (searchvalue)',
  domainfilter: 'the domain filter (domainfilter)',
  branchofficefilter: 'the office filter (branchofficefilter)',
  livestatusfilter: 'the live status filter (livestatusfilter)',
  installstatusfilter: 'the installation filter (installstatusfilter)',
  scanstatusfilter: 'the scan status filter (scanstatusfilter)',
  platformfilter: 'the platform filter (platformfilter)',
  manufacturerfilter: 'the manufacturer filter (manufacturerfilter)',
  managed_status: 'the status filter (managed_status)',
  platform: 'the platform filter (platform)',
  owned_by: 'the ownership filter (owned_by)',
  exclude_removed: 'excluding removed devices (exclude_removed)',
  search: 'search (search)',
  swid: 'which software (swid)',
  hwid: 'which hardware (hwid)',
  residfilter: 'which computers (residfilter)',
  limit: 'the number of rows (limit)',
  pagelimit: 'the number of rows (pagelimit)',
  offset: 'pages by offset (offset)',
}
