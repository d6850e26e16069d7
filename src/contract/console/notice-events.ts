import type { Places } from '#contract/attention/concern.ts'
import type { Permission } from '#contract/permission.ts'

type Event = {
  /** Heading: "A job failed". */
  label: string
  help: string
  /** Permission needed to see these notices. */
  permission: Permission
  /** A preset rule exists for it, disabled by default. */
  isReady?: true
  /** Label and default days for events with steps. */
  steps?: { label: string; defaults: readonly number[] }
  /** Detected by the console itself, so it is checked every minute. */
  isOwn?: true
  /** The page about it. */
  page: keyof Places
}

/** Events of notification rules other than expiring certificates. The only list of them. */
export const noticeEvents = {
  approval: {
    label: 'An approval is pending',
    help: 'A request needs approval by a second person, or was released without one.',
    permission: 'Common_Admin',
    isReady: true,
    isOwn: true,
    page: 'job',
  },
  'job-failed': {
    label: 'A job or schedule failed',
    help: 'A job ended with failed, refused or unknown items or paused by itself, or a schedule paused, failed or missed a run. What a check or a discovery finds is not a failure.',
    permission: 'Common_Admin',
    isReady: true,
    isOwn: true,
    page: 'job',
  },
  'discovery-changes': {
    label: 'A scheduled discovery found changes',
    help: 'The last run found new or changed certificates, or hosts that no longer have one.',
    permission: 'KeyManagement_Read',
    isOwn: true,
    page: 'schedule',
  },
  'view-row': {
    label: 'A row appears in or leaves a watched view',
    help: 'A watched view has a new row, or two checks in a row did not find one that it had. The user who watches it is notified by email, in addition to the recipients of the rule.',
    permission: 'Common_Admin',
    isOwn: true,
    page: 'views',
  },
  'audit-broken': {
    label: 'The audit hash chain is broken',
    help: 'Entries of the console’s audit were changed or removed. Verified once an hour.',
    permission: 'Common_Admin',
    isOwn: true,
    page: 'audit',
  },
  connection: {
    label: 'A connection is unhealthy',
    help: 'A server cannot be reached, rejects the console, or its check fails.',
    permission: 'Common_Admin',
    page: 'connections',
  },
  'api-key': {
    label: 'An API key of a connection expires',
    help: 'The key has to be rotated under Settings, API keys.',
    permission: 'Common_Admin',
    page: 'apiKeys',
  },
  'command-failed': {
    label: 'A command failed on a device',
    help: 'A command of the last week failed, may not have been sent, or is pending for more than a day.',
    permission: 'MDM_Read',
    page: 'device',
  },
  'device-silent': {
    label: 'A device is silent',
    help: 'An enrolled device has not contacted its server for this number of days.',
    permission: 'MDM_Read',
    steps: { label: 'Days without contact', defaults: [30] },
    page: 'device',
  },
  renewal: {
    label: 'A renewal needs attention',
    help: 'An ACME renewal failed, needs validation, or its certificate is not deployed.',
    permission: 'KeyManagement_Read',
    page: 'request',
  },
  undeployed: {
    label: 'A certificate is issued but not served',
    help: 'A host presents an older certificate than the one that was issued for it or deployed to it.',
    permission: 'KeyManagement_Read',
    page: 'tlsHost',
  },
  'unknown-certificate': {
    label: 'An unknown certificate was found',
    help: 'A host presents a certificate of an unknown issuer, or a self-signed one.',
    permission: 'KeyManagement_Read',
    page: 'tlsHost',
  },
  'host-key': {
    label: 'An SSH host key changed',
    help: 'A host presents a key that differs from the known one.',
    permission: 'KeyManagement_Read',
    page: 'sshHost',
  },
  'key-age': {
    label: 'An SSH key is due for rotation',
    help: 'An SSH key has reached this age.',
    permission: 'KeyManagement_Read',
    steps: { label: 'Age in days', defaults: [365] },
    page: 'sshKey',
  },
} as const satisfies Record<string, Event>

export type NoticeEvent = keyof typeof noticeEvents
export const noticeEventNames = Object.keys(noticeEvents) as NoticeEvent[]
export const eventOf = (name: NoticeEvent): Event => noticeEvents[name]
