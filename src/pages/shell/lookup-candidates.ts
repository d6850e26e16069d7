import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { findCertificates } from '#contract/console/certificate-list.ts'
import type { listSshKeys, listSshResources } from '#contract/keys/ssh.ts'
import type { lookUpAnnotations } from '#contract/console/annotations/annotations.ts'
import type { lookUpComputers } from '#contract/fleet/computer-endpoints.ts'
import type { lookUpDevices } from '#contract/fleet/fleet-answers.ts'
import { quoted } from '#contract/fleet/query-words.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import type { User } from '#contract/mdm/users.ts'
import { labelOf } from '#contract/words/label.ts'
import { pageOfAnnotated } from '#components/annotations/page-of-annotated.ts'
import { navigation } from '#components/area/navigation.ts'
import type { Opened } from '#components/recent/recently-opened.ts'
import { paths } from '#paths.ts'
import type { Candidate } from './lookup-match.ts'

type RowOf<R extends Endpoint> = Output<R> extends { rows: (infer One)[] } ? One : never

const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' · ')
const textsOf = (value: string | readonly string[] | undefined) => (typeof value === 'string' ? [value] : (value ?? []))

const deviceKey = (id: string) => `device ${id}`
const certificateKey = (id: string) => `certificate ${id}`
const sshKeyKey = (name: string) => `key ${name}`
const hostKey = (name: string) => `host ${name}`

export const deviceCandidate = (device: DeviceSummary): Candidate[] => {
  const { device_id, device_name, serial_number, udid, imei, user, asset_tag, wifi_ip, wifi_mac } = device
  if (!device_id) return []
  return [
    {
      id: deviceKey(device_id),
      group: 'Devices',
      title: device_name || serial_number || device_id,
      detail: joined(serial_number, device.model, user?.user_name, device.is_removed ? 'removed' : ''),
      to: paths.device(device_id),
      texts: [
        serial_number,
        device_name,
        udid,
        ...textsOf(imei),
        user?.user_name,
        user?.user_email,
        asset_tag,
        wifi_ip,
        wifi_mac,
      ],
    },
  ]
}

type Indexed = Output<typeof lookUpDevices>

/** Fields that results display anyway: no need to state that one of them matched. */
const shownFields = new Set(['device_name', 'serial_number', 'model', 'user_name'])

export const indexedCandidate = ({ device_id, device_name, values, by }: Indexed['rows'][number]): Candidate => {
  const text = (name: string) => String(values[name] ?? '')
  const isSaid = by === undefined || shownFields.has(by.field)
  return {
    id: deviceKey(device_id),
    group: 'Devices',
    title: device_name || text('serial_number') || device_id,
    detail: joined(
      isSaid ? '' : `${by.label} ${by.value}`,
      text('serial_number'),
      text('model'),
      text('user_name'),
      values.is_removed === true ? 'removed' : '',
    ),
    to: paths.device(device_id),
    texts: [by?.value],
  }
}

const onSeveral = {
  device: { group: 'On devices', many: 'devices', page: paths.deviceQuery },
  computer: { group: 'On desktops', many: 'desktops', page: paths.desktopQuery },
} as const

/** Search result for an app or another value of several devices or desktops: links to the query that finds them. */
export const entryCandidate =
  (kind: keyof typeof onSeveral) =>
  ({ list, label = labelOf(list), name, value, values = 1, devices }: Indexed['entries'][number]): Candidate => {
    const { group, many, page } = onSeveral[kind]
    return {
      id: `${kind} ${list} ${value}`,
      group,
      title: values > 1 ? `${name} and ${values - 1} more` : name,
      detail: `${label} on ${devices.toLocaleString('en')} ${many}`,
      to: `${page}?${new URLSearchParams({ query: `${list}${values > 1 ? ':' : '='}${quoted(value)}` })}`,
      texts: [name, value],
    }
  }

export const computerCandidate = (computer: Computer): Candidate[] => {
  const { resource_id_string, resource_id, resource_name, full_name, ip_address, mac_address } = computer
  const id = resource_id_string || (resource_id ?? '')
  if (id === '') return []
  const separate = (text = '') => text.split(',')
  return [
    {
      id: computerKey(id),
      group: 'Desktops',
      title: resource_name || full_name || id,
      detail: joined(computer.owner, computer.os_name, ip_address?.split(',')[0]),
      to: paths.computer(id),
      texts: [
        resource_name,
        full_name,
        computer.fqdn_name,
        computer.owner,
        computer.owner_email_id,
        ...separate(computer.agent_logged_on_users),
        ...separate(ip_address),
        ...separate(mac_address),
      ],
    },
  ]
}

const computerKey = (id: string) => `computer ${id}`
/** Fields that results display anyway. */
const shownOfComputers = new Set(['resource_name', 'owner', 'os_name', 'ip_address'])

export const indexedComputer = ({
  resource_id,
  resource_name,
  values,
  by,
}: Output<typeof lookUpComputers>['rows'][number]): Candidate => {
  const text = (name: string) => String(values[name] ?? '')
  const isSaid = by === undefined || shownOfComputers.has(by.field)
  return {
    id: computerKey(resource_id),
    group: 'Desktops',
    title: resource_name || resource_id,
    detail: joined(
      isSaid ? '' : `${by.label} ${by.value}`,
      text('owner'),
      text('os_name'),
      text('ip_address').split(',')[0],
    ),
    to: paths.computer(resource_id),
    texts: [by?.value],
  }
}

const person = (name: string | undefined, mail: string | undefined, phone?: string): Candidate[] => {
  const key = mail || name
  if (!key) return []
  return [
    {
      id: `person ${key.toLowerCase()}`,
      group: 'People',
      title: name || key,
      detail: joined(mail, phone),
      to: paths.person(key),
      texts: [mail, name, phone, phone?.replace(/[^\d+]/g, '')],
    },
  ]
}
export const userCandidate = ({ user_name, user_email, phone_number }: User) =>
  person(user_name, user_email, phone_number)
/** Search result for the owner of a computer, who need not be a user of a mobile device. */
export const ownerCandidate = ({ owner, owner_email_id }: Computer) => person(owner, owner_email_id)

export const certificateCandidate = (row: RowOf<typeof findCertificates>): Candidate[] => {
  const { id, name, dnsName, issuer, expiry, places, email } = row
  return [
    {
      id: certificateKey(id),
      group: 'Certificates',
      title: name || dnsName || 'Unnamed certificate',
      detail: joined(issuer && `issued by ${issuer}`, expiry.raw && `expires ${expiry.raw.slice(0, 10)}`),
      to: paths.certificate(id),
      texts: [name || dnsName, dnsName, email, ...places.map((place) => place.replace(/:\d+$/, ''))],
    },
  ]
}

export const keyCandidate = ({ KeyName = '', KeyType, FingerPrint }: RowOf<typeof listSshKeys>): Candidate[] => [
  {
    id: sshKeyKey(KeyName),
    group: 'SSH keys',
    title: KeyName,
    detail: joined(KeyType, FingerPrint),
    to: paths.sshKey(KeyName),
    texts: [KeyName, FingerPrint],
  },
]

export const hostCandidate = (host: RowOf<typeof listSshResources>): Candidate[] => {
  const { ResourceName = '', IPADDRESS, Description } = host
  return [
    {
      id: hostKey(ResourceName),
      group: 'SSH hosts',
      title: ResourceName,
      detail: joined(IPADDRESS, Description),
      to: paths.sshHosts,
      texts: [ResourceName, IPADDRESS, Description],
    },
  ]
}

const annotatedGroups = {
  device: { group: 'Devices', key: deviceKey },
  computer: { group: 'Desktops', key: computerKey },
  certificate: { group: 'Certificates', key: certificateKey },
  'ssh-key': { group: 'SSH keys', key: sshKeyKey },
  host: { group: 'SSH hosts', key: hostKey },
} as const
const longestValue = 120

/** An item found by its owner, tags, note or custom fields. */
export const annotatedCandidate = (row: Output<typeof lookUpAnnotations>['rows'][number]): Candidate => {
  const { kind, subject, label, field, value } = row
  const { group, key } = annotatedGroups[kind]
  return {
    id: key(subject),
    group,
    title: label || subject,
    detail: `${field}: ${value.length > longestValue ? `${value.slice(0, longestValue)}…` : value}`,
    to: pageOfAnnotated[kind](subject),
    texts: [value],
  }
}

const places: readonly { label: string; to: string }[] = [
  ...navigation,
  { label: 'Desktops: Summary', to: paths.desktopSummary },
  { label: 'Desktops: Software', to: paths.desktopSoftware },
  { label: 'Desktops: Prohibited software', to: paths.desktopProhibited },
  { label: 'Desktops: Hardware', to: paths.desktopHardware },
  { label: 'Desktops: Licenses', to: paths.desktopLicenses },
  { label: 'Desktops: Agents', to: paths.desktopAgents },
  { label: 'Devices: Groups', to: paths.groups },
  { label: 'Devices: Profiles', to: paths.profiles },
  { label: 'Devices: Apps', to: paths.apps },
  { label: 'Devices: Users', to: paths.users },
  { label: 'Devices: Query', to: paths.deviceQuery },
  { label: 'Desktops: Query', to: paths.desktopQuery },
  { label: 'Devices: Security check', to: paths.securityCheck },
  { label: 'Devices: Compare', to: paths.compareDevices },
  { label: 'Certificates: New', to: paths.newCertificate },
  { label: 'Certificates: New authority', to: paths.newAuthority },
  { label: 'Certificates: Import', to: paths.importCertificate },
  { label: 'Certificates: Expiry', to: paths.certificateExpiry },
  { label: 'Certificates: Issued', to: paths.certificatesIssued },
  { label: 'Certificates: Authorities', to: paths.certificateAuthorities },
  { label: 'Certificates: Profiles', to: paths.certificateProfiles },
  { label: 'Certificates: New profile', to: paths.newProfile },
  { label: 'Certificates: Servers', to: paths.certificateServers },
  { label: 'Requests: New', to: paths.newRequest },
  { label: 'Requests: Import', to: paths.importRequest },
  { label: 'SSH keys: New', to: paths.newSshKey },
  { label: 'SSH keys: Import', to: paths.importSshKey },
  { label: 'SSH keys: Access', to: paths.sshAccess },
  { label: 'SSH keys: Hosts', to: paths.sshHosts },
  { label: 'SSH keys: PGP keys', to: paths.pgpKeys },
  { label: 'Discovery: Host health', to: paths.tlsHosts },
  { label: 'Discovery: Vulnerabilities', to: paths.vulnerabilities },
  { label: 'Discovery: Key stores', to: paths.unmanaged },
  { label: 'Jobs', to: paths.jobs },
  { label: 'Jobs: Approvals', to: paths.approvals },
  { label: 'Jobs: Schedules', to: paths.schedules },
  { label: 'Jobs: New schedule', to: paths.newSchedule },
  { label: 'Settings: Connections', to: paths.connections },
  { label: 'Settings: API keys', to: paths.apiKeys },
  { label: 'Settings: Accounts', to: paths.accounts },
  { label: 'Settings: Approvals', to: paths.approvalRules },
  { label: 'Settings: Notifications', to: paths.notifications },
  { label: 'Settings: Notes and tags', to: paths.notes },
  { label: 'Settings: My account', to: paths.account },
  { label: 'Settings: About', to: paths.about },
  { label: 'API reference', to: paths.reference },
  { label: 'Diagnostics', to: paths.diagnostics },
  { label: 'Conventions', to: paths.conventions },
  { label: 'Query language', to: paths.queryLanguage },
]

/** Without the page that is shown. */
export const recentCandidates = (opened: readonly Opened[], here: string): Candidate[] =>
  opened
    .filter(({ to }) => !`${here}/`.startsWith(to.replace(/\/?$/, '/')))
    .map(({ kind, title, to }) => ({
      id: `recent ${to}`,
      group: 'Recently opened',
      title,
      detail: kind,
      to,
      texts: [title],
    }))

export const pageCandidates: Candidate[] = places.map(({ label, to }) => ({
  id: `page ${to}`,
  group: 'Pages',
  title: label,
  detail: 'Page',
  to,
  texts: [label, ...label.split(': ')],
}))
