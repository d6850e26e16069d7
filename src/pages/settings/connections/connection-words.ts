import type { ConnectionView, Finding } from '#contract/console/connections.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export const serviceNames: Record<ConnectionView['service'], string> = {
  desktop: 'Desktop management',
  mdm: 'Mobile device management',
  keys: 'Key management',
  identity: 'Identity provider',
}

export const editionNames: Record<ConnectionView['edition'], string> = {
  'on-premises': 'On premises',
  cloud: 'Cloud',
}

export const openedBy: Record<ConnectionView['credential'], string> = {
  'the person': 'User sign-in. Each user has their own permissions and is identified on the server',
  'a key': 'API key of the console. Individual users are recorded only in the audit of this console',
  'a grant': 'OAuth access granted at the identity provider',
  none: 'Client ID and secret of this console',
}

type Level = Finding['level']
export const tones: Record<Level, Tone> = { good: 'ok', note: 'info', unknown: 'muted', warning: 'warn', bad: 'bad' }
/** Labels of findings. */
export const levelNames: Record<Level, string> = {
  good: 'Good',
  note: 'Note',
  unknown: 'Not checked',
  warning: 'Warning',
  bad: 'Problem',
}
/** Labels of a connection, by its worst finding. */
export const outcomes: Record<Level, string> = {
  good: 'Healthy',
  note: 'Healthy',
  unknown: 'Not checked',
  warning: 'Warning',
  bad: 'Not working',
}

const order: readonly Level[] = ['bad', 'warning', 'unknown', 'note', 'good']
/** Findings that need attention; healthy ones may be collapsed. */
export function sorted(findings: readonly Finding[]): { open: Finding[]; good: Finding[] } {
  const open = findings.filter(({ level }) => level !== 'good')
  return {
    open: open.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level)),
    good: findings.filter(({ level }) => level === 'good'),
  }
}

/** Summary for screen readers: "2 of 3 connections are working." Unchecked connections do not count as working. */
export function summaryOf(levels: readonly Level[]): string {
  const unknown = levels.filter((level) => level === 'unknown').length
  const working = levels.filter((level) => level !== 'bad').length - unknown
  if (working === levels.length) return 'All connections are working.'
  const counted = `${working} of ${levels.length} connections are working.`
  return unknown === 0 ? counted : `${counted} ${unknown} not checked.`
}
