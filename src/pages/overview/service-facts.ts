import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { askedDevices } from '#components/devices/asked-devices.ts'
import { enrolledCount } from '#components/devices/enrolled-count.ts'
import { checkConnections, type Finding, levels, listConnections } from '#contract/console/connections.ts'
import { getComputerSummary } from '#contract/desktop/som.ts'
import { type Input, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { paths } from '#paths.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export type ServiceFacts = {
  name: string
  to: string
  health: { tone: Tone; text: string } | undefined
  /** The number that stands out; undefined is not known, for the reason in `words`. */
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
/** Every server is asked for it: not each time that somebody comes back to the window. */
const health = { ...query(checkConnections, {}), staleTime: 60_000, refetchOnWindowFocus: false }

const said = (count: number | undefined, what: string) =>
  count === undefined ? [] : [`${count.toLocaleString('en')} ${what}`]

/** One line per service: does it work, and how much is in it. */
export function useServiceFacts(): ServiceFacts[] {
  const may = useMay()
  const { data: site, error: noSite } = useQuery(query(listConnections, {}))
  const isThere = (endpoint: Endpoint) =>
    site?.connections.some(({ service }) => service === serviceOf(endpoint)) === true
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...query(endpoint, input),
    enabled: may(endpoint.permission) && isThere(endpoint),
    staleTime: 60_000,
  })
  const unknown = (endpoint: Endpoint, { error, isLoading }: { error: Error | null; isLoading: boolean }) => {
    if (error ?? noSite) return 'Unknown: the server could not be reached'
    if (isLoading || !site) return 'Loading …'
    return isThere(endpoint) ? 'Your account may not view this' : 'Not available on this site'
  }
  const { data: checked, error: unchecked } = useQuery(health)
  const computers = useQuery(asked(getComputerSummary, {}))
  const mayList = may(listDevices.permission) && isThere(listDevices)
  const devices = useQuery({
    ...askedDevices({ limit: 1, exclude_removed: true }),
    enabled: mayList,
    staleTime: 60_000,
  })
  const enrolled = useQuery({ ...enrolledCount, enabled: mayList })
  const certificates = useQuery(asked(listCertificates, {}))
  const sshKeys = useQuery(asked(listSshKeys, {}))

  const healthOf = (service: string): ServiceFacts['health'] => {
    if (unchecked) return { tone: 'muted', text: 'Not checked' }
    const found = (checked?.connections ?? []).filter((one) => one.service === service).map(({ level }) => level)
    const worst = levels[Math.max(...found.map((level) => levels.indexOf(level)))]
    if (!checked) return undefined
    return worst ? words[worst] : { tone: 'muted', text: 'Not connected' }
  }
  const { live, down, unknown: silent } = computers.data?.computer_live_summary ?? {}
  return [
    {
      name: 'Desktops',
      to: paths.desktops,
      health: healthOf('desktop'),
      count: computers.data?.total_computers,
      words: computers.data
        ? [...said(live, 'live'), ...said(down, 'down'), ...said(silent, 'unknown')].join(', ')
        : unknown(getComputerSummary, computers),
    },
    {
      name: 'Devices',
      to: paths.devices,
      health: healthOf('mdm'),
      count: devices.data?.total,
      words: devices.data ? said(enrolled.data ?? undefined, 'enrolled').join('') : unknown(listDevices, devices),
    },
    {
      name: 'Certificates',
      to: paths.certificates,
      health: healthOf('keys'),
      count: certificates.data && new Set(certificates.data.rows.map(({ CertID }, at) => CertID ?? `row ${at}`)).size,
      words: certificates.data
        ? said(sshKeys.data?.rows.length, 'SSH keys').join('')
        : unknown(listCertificates, certificates),
    },
  ]
}
