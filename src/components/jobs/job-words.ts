import type { ItemOutcome, Job } from '#contract/console/jobs.ts'
import { counted } from '#contract/words/counted.ts'
import { accountOf } from '#contract/keys/rules/hosts/ssh-account.ts'
import { checkedKinds, type SubjectKind } from '#contract/subject-kinds.ts'
import { paths } from '#paths.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** Labels of outcomes. An accepted command has not been executed yet: only completed ones are green. */
type Words = {
  label: string
  tone: Tone
  means: string
  /** Used after a count instead of the label. */
  counted?: string
}
const outcomeWords: Record<ItemOutcome, Words> = {
  waiting: { label: 'Waiting', tone: 'muted', means: 'Not sent yet' },
  sent: { label: 'Sending', tone: 'info', means: 'Waiting for the server response' },
  accepted: { label: 'Accepted', tone: 'info', means: 'Accepted by the server, not yet executed' },
  done: { label: 'Completed', tone: 'ok', means: '' },
  failed: { label: 'Failed', tone: 'bad', means: 'Accepted by the server, then failed' },
  refused: { label: 'Rejected', tone: 'bad', means: 'Rejected by the server' },
  unknown: { label: 'Unknown', tone: 'warn', means: 'No response. The request may have been accepted.' },
  skipped: { label: 'Skipped', tone: 'muted', means: 'Excluded before sending' },
}

/** A host without a certificate is a result of a check, not a failure. */
const ofTlsHosts: Partial<typeof outcomeWords> = {
  sent: { label: 'Checking', tone: 'info', means: 'Waiting for the host' },
  done: { label: 'Certificate', tone: 'ok', means: '', counted: 'with a certificate' },
  failed: { label: 'No certificate', tone: 'muted', means: '', counted: 'without a certificate' },
}
/** A device with findings is also a result of a check. */
const ofDeviceChecks: Partial<typeof outcomeWords> = {
  sent: { label: 'Checking', tone: 'info', means: 'Waiting for the server response' },
  done: { label: 'No finding', tone: 'ok', means: '', counted: 'without a finding' },
  failed: { label: 'Needs attention', tone: 'bad', means: '', counted: 'need attention' },
}
const ofComparisons: Partial<typeof outcomeWords> = {
  sent: { label: 'Comparing', tone: 'info', means: 'Waiting for the server response' },
  done: { label: 'Identical', tone: 'ok', means: '', counted: 'identical' },
  failed: { label: 'Different', tone: 'warn', means: '', counted: 'different' },
  unknown: { label: 'Unknown', tone: 'muted', means: 'No restrictions reported' },
}
/** Wording for objects of key management, to which nothing is sent. */
const ofKeys: Partial<typeof outcomeWords> = {
  waiting: { label: 'Waiting', tone: 'muted', means: 'Not started yet' },
  sent: { label: 'In progress', tone: 'info', means: 'Waiting for the server response' },
  failed: { label: 'Failed', tone: 'bad', means: '' },
  unknown: { label: 'Unknown', tone: 'warn', means: 'No response. It may have been done.' },
  skipped: { label: 'Skipped', tone: 'muted', means: 'Excluded before the start' },
}
const ofChecks: Partial<Record<SubjectKind, Partial<typeof outcomeWords>>> = {
  'tls-host': ofTlsHosts,
  'device-check': ofDeviceChecks,
  'device-comparison': ofComparisons,
}
const isOfKeys = (kind: SubjectKind) => !['device', 'computer'].includes(kind) && ofChecks[kind] === undefined
export const outcomeWordsOf = (kind: SubjectKind) => ({
  ...outcomeWords,
  ...(ofChecks[kind] ?? (isOfKeys(kind) && ofKeys)),
})

const sending = {
  done: 'sent',
  doubt:
    'The server did not respond, so the request may have been accepted. Some may receive it twice. Check them first.',
  ofFailed: 'that failed',
  again: (subjects: string) => `Send again to ${subjects}?`,
  press: 'Send again',
  means: (title: string) => `${title} is sent again where it failed.`,
  unsure: (subjects: string) => `Resend to ${subjects} without a response`,
}
const checking: typeof sending = {
  done: 'checked',
  doubt: sending.doubt,
  ofFailed: 'without a certificate',
  again: (subjects: string) => `Check ${subjects} again?`,
  press: 'Check again',
  means: () => 'Hosts that presented a certificate are not checked again.',
  unsure: (subjects: string) => `Check ${subjects} without a response again`,
}
const checkingDevices: typeof sending = {
  ...checking,
  ofFailed: 'that need attention',
  means: () => 'Devices without a finding are not checked again.',
}
const comparing: typeof sending = {
  ...checking,
  done: 'compared',
  ofFailed: 'that differ',
  again: (subjects: string) => `Compare ${subjects} again?`,
  press: 'Compare again',
  means: () => 'Identical devices are not compared again.',
  unsure: (subjects: string) => `Compare ${subjects} without reported restrictions again`,
}
const processing: typeof sending = {
  done: 'processed',
  doubt: 'The server did not respond, so it may have been done. Check them first.',
  ofFailed: 'that failed',
  again: (subjects: string) => `Try ${subjects} again?`,
  press: 'Try again',
  means: () => 'Only those that failed are tried again.',
  unsure: (subjects: string) => `Try ${subjects} without a response again`,
}
/** Wording for the action on an item: sending, checking, or processing. */
export function deedOf(kind: SubjectKind) {
  if (kind === 'tls-host') return checking
  if (kind === 'device-check') return checkingDevices
  if (kind === 'device-comparison') return comparing
  return isOfKeys(kind) ? processing : sending
}

export const stateWords: Record<Job['state'], { label: string; tone: Tone }> = {
  planned: { label: 'Not started', tone: 'muted' },
  held: { label: 'Waiting for approval', tone: 'warn' },
  running: { label: 'Running', tone: 'info' },
  paused: { label: 'Paused', tone: 'warn' },
  ended: { label: 'Ended', tone: 'muted' },
}

const nouns: Record<SubjectKind, readonly [one: string, many: string]> = {
  device: ['device', 'devices'],
  'device-check': ['device', 'devices'],
  'device-comparison': ['device', 'devices'],
  profile: ['profile', 'profiles'],
  computer: ['computer', 'computers'],
  host: ['host', 'hosts'],
  'tls-host': ['host', 'hosts'],
  'ssh-key': ['SSH key', 'SSH keys'],
  'ssh-account': ['account', 'accounts'],
  certificate: ['certificate', 'certificates'],
  'ca-certificate': ['certificate', 'certificates'],
  request: ['request', 'requests'],
  'certificate-server': ['server', 'servers'],
  'vault-key': ['key', 'keys'],
  list: ['list', 'lists'],
  backup: ['backup', 'backups'],
  call: ['request', 'requests'],
}
/** Plural noun with a capital letter: "Devices". */
export const subjectsOf = (kind: SubjectKind) => nouns[kind][1].replace(/^\w/, (first) => first.toUpperCase())
export const countOf = (kind: SubjectKind, count: number) => counted(count, ...nouns[kind])

const places: Record<SubjectKind, (subject: string) => string | undefined> = {
  device: paths.deviceCommands,
  'device-check': paths.deviceSecurity,
  'device-comparison': paths.deviceRestrictions,
  profile: paths.profile,
  computer: paths.computer,
  host: paths.sshHost,
  'tls-host': paths.tlsHost,
  'ssh-key': paths.sshKey,
  'ssh-account': (subject) => paths.sshHost(accountOf(subject)?.resourceName ?? subject),
  certificate: paths.certificate,
  'ca-certificate': () => paths.certificateAuthorities,
  request: paths.request,
  'certificate-server': () => paths.certificateServers,
  'vault-key': (name) => `${paths.vault}?${new URLSearchParams({ search: name })}`,
  list: () => undefined,
  backup: () => undefined,
  call: () => undefined,
}
/** Page of a subject; undefined if it has none. */
export const placeOf = (kind: SubjectKind, subject: string) => places[kind](subject)

/** Counts of a job: items without skipped ones, items with a final outcome, and items already processed. */
export function progressOf({ counts, total }: Pick<Job, 'counts' | 'total'>) {
  const meant = total - counts.skipped
  return {
    meant,
    settled: counts.done + counts.failed + counts.refused,
    processed: meant - counts.waiting - counts.sent,
  }
}

/** Items that were completed and items that failed. What a check finds is its result, not a failure. */
export function resultsOf({ kind, counts }: Pick<Job, 'kind' | 'counts'>) {
  const { done, failed, refused } = counts
  return checkedKinds.has(kind) ? { done: done + failed, failed: refused } : { done, failed: failed + refused }
}

/** State of a job as a sentence. */
export function stateText(job: Job): string {
  const { counts, kind } = job
  const words = outcomeWordsOf(kind)
  const said = (['done', 'failed', 'refused', 'accepted', 'unknown', 'sent', 'waiting', 'skipped'] as const).flatMap(
    (outcome) =>
      counts[outcome] > 0
        ? [`${counts[outcome].toLocaleString('en')} ${words[outcome].counted ?? words[outcome].label.toLowerCase()}`]
        : [],
  )
  return `${countOf(kind, job.total)}: ${said.join(', ') || 'none'}.`
}

const minute = 60_000

/**
 * Rate of a job and its estimated remaining time, based on the current run; empty in the first 10 s, when an estimate
 * would not be meaningful.
 */
export function paceText(job: Job, now: number): string {
  const { at, left: before } = job.run ?? { at: now, left: 0 }
  const left = job.counts.waiting + job.counts.sent
  const [elapsedMs, processed] = [now - at, before - left]
  if (job.state !== 'running' || left === 0 || processed <= 0 || elapsedMs < 10_000) return ''
  const perMinute = processed / (elapsedMs / minute)
  const minutes = Math.ceil(left / perMinute)
  const rate =
    perMinute >= 1 ? `About ${Math.round(perMinute).toLocaleString('en')} per minute` : 'Less than one per minute'
  return `${rate}; at this rate all are ${deedOf(job.kind).done} in about ${minutes === 1 ? 'a minute' : inHours(minutes)}.`
}

const inHours = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`)
