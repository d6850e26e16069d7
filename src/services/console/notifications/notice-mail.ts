import { expiresIn } from '#contract/attention/certificate-concerns.ts'
import { expiryOf } from '#contract/certificate-state.ts'
import { eventOf, type NoticeEvent } from '#contract/console/notice-events.ts'
import { withoutFormula } from '#contract/csv.ts'
import { shownText } from '#platform/shown-text.ts'
import type { Mail } from '#services/mail/mail-transport.ts'
import type { Found } from './events/server-events.ts'
import type { Expiring } from './expiring.ts'

const shownPlaces = 10
/**
 * Limits length and removes line breaks, invisible and direction-changing characters from texts of servers, and formulas,
 * since messages are copied into spreadsheets.
 */
const shown = (text: string, longest = 200) => withoutFormula(shownText(text, longest))

/** Content of a notice. */
export type MailContent =
  | { kind: 'certificate'; certificate: Expiring }
  | { kind: 'event'; event: NoticeEvent; found: Found; link?: string }

/** An email with one or more notices. Contains names and dates only, no keys or passphrases. */
export function noticeMail(to: string, site: string, told: readonly MailContent[], now: number): Mail {
  const certificates = told.flatMap((one) => (one.kind === 'certificate' ? [one.certificate] : []))
  const events = told.flatMap((one) => (one.kind === 'event' ? [one] : []))
  const parts = [
    ...(certificates.length === 0
      ? []
      : [
          certificates.length === 1
            ? 'This certificate is about to expire, and no newer certificate is in use:'
            : 'These certificates are about to expire, and no newer certificates are in use:',
          ...certificates.map((certificate) => paragraph(certificate, now)),
        ]),
    ...events.map((one) => eventParagraph(one)),
    `Sent by Triptych, ${shown(site, 80)}, because your address is ${
      certificates.length > 0 ? 'the expiry notification email of the certificate or ' : ''
    }a recipient of ${rulesNamed(certificates.length > 0, events)} (Settings, Notifications).`,
  ]
  return { to, subject: subjectOf(certificates, events, now), text: parts.join('\n\n') }
}

type EventTold = Extract<MailContent, { kind: 'event' }>

function subjectOf(certificates: readonly Expiring[], events: readonly EventTold[], now: number): string {
  const [certificate] = certificates
  const [event] = events
  if (certificates.length + events.length > 1)
    return events.length === 0
      ? `${certificates.length} certificates expire soon`
      : `${certificates.length + events.length} notifications`
  if (certificate) return `Certificate ${shown(certificate.label, 80)} expires ${remaining(certificate.expiresAt, now)}`
  return event ? `${headingOf(event)}: ${shown(event.found.title, 80)}` : 'Notice'
}

function rulesNamed(hasCertificates: boolean, events: readonly EventTold[]): string {
  const labels = new Set([
    ...(hasCertificates ? ['A certificate expires'] : []),
    ...events.map(({ event }) => eventOf(event).label),
  ])
  const named = [...labels].map((label) => `“${label}”`)
  return named.length === 1 ? `the rule ${named.join()}` : `the rules ${named.join(', ')}`
}

const headingOf = ({ event, found: { heading } }: EventTold) => shown(heading ?? eventOf(event).label)

function eventParagraph(told: EventTold): string {
  const { title, why } = told.found
  const lines = [`${headingOf(told)}: ${shown(title)}`, `  ${shown(why, 500)}`]
  return [...lines, ...(told.link ? [`  ${told.link}`] : [])].join('\n')
}

function paragraph({ label, expiresAt, issuer, places, successor }: Expiring, now: number): string {
  const more = places.length - shownPlaces
  const where = places.slice(0, shownPlaces).map((place) => shown(place))
  return [
    shown(label),
    `  Expires: ${dateOf(expiresAt)} (${remaining(expiresAt, now)})`,
    ...(issuer ? [`  Issuer: ${shown(issuer)}`] : []),
    ...(where.length > 0 ? [`  Served at: ${where.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
    ...(successor ? [`  Successor: ${successorText(successor)}, not served in all of these places yet`] : []),
  ].join('\n')
}

const successorText = ({ certificateId, expiresAt }: NonNullable<Expiring['successor']>) =>
  [...(certificateId ? [`certificate ID ${shown(certificateId)}`] : []), `valid until ${dateOf(expiresAt)}`].join(', ')

/** UTC with minutes, since the recipient's time zone is unknown. */
const dateOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const remaining = (at: number, now: number) => expiresIn(Math.max(0, expiryOf(at, now).days))
