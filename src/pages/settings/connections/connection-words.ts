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
  'the person': 'The sign-in of each person: their rights hold there, and the server knows who it was',
  'a key': 'A key of the console: the server does not know which person it was, the audit of the console does',
  'a grant': 'Access that somebody granted at the identity provider',
  none: 'Client ID and secret of this console',
}

type Level = Finding['level']
export const tones: Record<Level, Tone> = { good: 'ok', note: 'info', warning: 'warn', bad: 'bad' }
/** Of one finding. */
export const levelNames: Record<Level, string> = { good: 'Good', note: 'Note', warning: 'Warning', bad: 'Problem' }
/** Of a connection, by the worst that was found. */
export const outcomes: Record<Level, string> = {
  good: 'Healthy',
  note: 'Healthy',
  warning: 'Works, with a warning',
  bad: 'Does not work',
}

const order: readonly Level[] = ['bad', 'warning', 'note', 'good']
/** What has to be looked at first; what is good may be folded. */
export function sorted(findings: readonly Finding[]): { open: Finding[]; good: Finding[] } {
  const open = findings.filter(({ level }) => level !== 'good')
  return {
    open: open.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level)),
    good: findings.filter(({ level }) => level === 'good'),
  }
}

export const howMany = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** "2 of 3 work", for who hears the page. */
export function summaryOf(levels: readonly Level[]): string {
  const working = levels.filter((level) => level !== 'bad').length
  return working === levels.length ? 'All connections work.' : `${working} of ${levels.length} connections work.`
}
