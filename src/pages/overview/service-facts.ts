import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { checkedDevices } from '#components/devices/checked-devices.ts'
import { enrolledCount } from '#components/devices/enrolled-count.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { notOffered, notReported } from '#components/offered/not-reported.ts'
import { whileNotWorking } from '#components/area/while-not-working.ts'
import { checkConnections, type Finding, levels, listConnections } from '#contract/console/connections.ts'
import { getComputerSummary, listComputers } from '#contract/desktop/som.ts'
import { type Input, type Endpoint, type Output, serviceOf } from '#contract/endpoint.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { paths } from '#paths.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export type ServiceFacts = {
  name: string
  to: string
  health: { tone: Tone; text: string } | undefined
  /** The main count; undefined if unknown for the reason in `words`. */
  count: number | undefined
  words: string
}

const words: Record<Finding['level'], { tone: Tone; text: string }> = {
  good: { tone: 'ok', text: 'Healthy' },
  note: { tone: 'ok', text: 'Healthy' },
  unknown: { tone: 'muted', text: 'Not checked' },
  warning: { tone: 'warn', text: 'Warning' },
  bad: { tone: 'bad', text: 'Not working' },
}
/** Page size with which an ignored filter is likely to be noticed. */
const compared = 25
/** The list that the total of a server which does not exclude removed devices belongs to. */
const allDevicesPath = `${paths.devices}?removed=shown`
/** Connects to every server, so it is not refetched on window focus, but until all connections work. */
const health = queryOptions({
  ...query(checkConnections, {}),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchInterval: whileNotWorking(2000),
})

type FactQuery = { data?: unknown; error: Error | null; isLoading: boolean }

const said = (count: number | undefined, what: string) =>
  count === undefined ? [] : [`${count.toLocaleString('en')} ${what}`]

/** A line per service, with health and counts. */
export function useServiceFacts(): ServiceFacts[] {
  const may = useMay()
  const connections = useQuery(query(listConnections, {}))
  const { data: site } = connections
  const isThere = (endpoint: Endpoint) =>
    site?.connections.some(({ service }) => service === serviceOf(endpoint)) === true
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...query(endpoint, input),
    enabled: may(endpoint.permission) && isThere(endpoint),
    staleTime: 60_000,
  })
  const checked = useQuery(health)
  const computers = useQuery(asked(getComputerSummary, {}))
  // If the server does not report the count, the total of the list is used.
  const isCounted = !isMissing(computers.error)
  const list = asked(listComputers, { page: 0, pagelimit: 1 })
  const listed = useQuery({ ...list, enabled: list.enabled && !isCounted })
  const mayList = may(listDevices.permission) && isThere(listDevices)
  const devices = useQuery({
    ...checkedDevices({ limit: compared, exclude_removed: true }),
    enabled: mayList,
    staleTime: 60_000,
  })
  // Long lists are counted by the server. If it ignores the exclusion, its total contains removed devices.
  const isUncounted = devices.data?.isCorrected === false && devices.data.total === undefined
  const all = useQuery({ ...checkedDevices({ limit: compared }), enabled: mayList && isUncounted, staleTime: 60_000 })
  const withRemoved = isUncounted ? all.data?.total : undefined
  const enrolled = useQuery({ ...enrolledCount, enabled: mayList })
  const certificates = useQuery({
    ...asked(findCertificates, { offset: 0, limit: 1 }),
    enabled: may(listCertificates.permission) && isThere(listCertificates),
  })
  const sshKeys = useQuery({
    ...asked(findSshKeys, { offset: 0, limit: 1 }),
    enabled: may(listSshKeys.permission) && isThere(listSshKeys),
  })

  // Not from a cached list: always requested, because its result is also listed under “Needs attention”.
  const weaknesses = useQuery(asked(countVulnerabilities, {}))

  const wordsOf = (endpoint: Endpoint, questions: readonly FactQuery[], whenKnown: () => string) => {
    const failed = failureIn([connections, ...questions])
    if (failed) return `${questions[0]?.data ? 'Last known' : 'Unknown'}${reasonOf(failed)}`
    if (questions.some(({ isLoading }) => isLoading)) return 'Loading …'
    if (questions[0]?.data) return whenKnown()
    if (questions.some(({ error }) => isMissing(error))) return notOffered
    if (!site) return 'Loading …'
    return isThere(endpoint) ? 'No permission to view this' : 'Not available on this site'
  }
  const { live, down, unknown: silent } = computers.data?.computer_live_summary ?? {}
  return [
    {
      name: 'Desktops',
      to: paths.desktops,
      health: healthOf('desktop', checked, [connections, computers, listed]),
      count: isCounted ? computers.data?.total_computers : listed.data?.total,
      words: isCounted
        ? wordsOf(getComputerSummary, [computers], () =>
            [...said(live, 'live'), ...said(down, 'down'), ...said(silent, 'unknown')].join(', '),
          )
        : wordsOf(listComputers, [listed], () => `${notReported} how many are live`),
    },
    {
      name: 'Devices',
      to: withRemoved === undefined ? paths.devices : allDevicesPath,
      health: healthOf('mdm', checked, [connections, devices, enrolled]),
      count: devices.data?.total ?? withRemoved,
      words: wordsOf(listDevices, [devices, enrolled, all], () => {
        if (typeof enrolled.data === 'number') return said(enrolled.data, 'enrolled').join('')
        if (withRemoved !== undefined) return `Including removed devices. ${notReported} how many are enrolled`
        return `${notReported} how many ${isUncounted ? 'it has, without removed devices' : 'are enrolled'}`
      }),
    },
    {
      name: 'Certificates',
      to: paths.certificates,
      health: healthOf('keys', checked, [connections, certificates, sshKeys, weaknesses]),
      count: certificates.data?.total,
      words: wordsOf(listCertificates, [certificates, sshKeys], () => said(sshKeys.data?.total, 'SSH keys').join('')),
    },
  ]
}

const isMissing = (error: Error | null) => error !== null && isNotOffered(problemOf(error))
/** Unsupported operations are not failures. */
const failureIn = (questions: readonly FactQuery[]) => questions.find(({ error }) => error && !isMissing(error))?.error

/** The shell already reports that the console is offline. */
const reasonOf = (error: Error) => {
  const { code, message } = problemOf(error)
  return code === 'OFFLINE' ? '' : `: ${message}`
}

type Checked = { data?: Output<typeof checkConnections>; error: Error | null }

/** A service with a failed request on this page is not shown as healthy. */
function healthOf(service: string, checked: Checked, questions: readonly FactQuery[]): ServiceFacts['health'] {
  const levelsFound = (checked.data?.connections ?? [])
    .filter((one) => one.service === service)
    .map(({ level }) => level)
  const worst = levels[Math.max(...levelsFound.map((level) => levels.indexOf(level)))]
  if (failureIn(questions) && worst !== 'bad') return { tone: 'warn', text: 'Unknown' }
  if (checked.error) return { tone: 'muted', text: 'Not checked' }
  if (!checked.data) return undefined
  return worst ? words[worst] : { tone: 'muted', text: 'Not connected' }
}
