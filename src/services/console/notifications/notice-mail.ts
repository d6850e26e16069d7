import { shownText } from '#platform/shown-text.ts'
import type { Mail } from '#services/mail/mail-way.ts'
import type { Expiring } from './expiring.ts'

const dayMs = 86_400_000
const shownPlaces = 10
/** Subjects are short; nothing of a certificate may break a line, hide or turn text around. */
const shown = (text: string, longest = 200) => shownText(text, longest)

/** What somebody is told of certificates, the next to end first. Names and dates only: no key and no passphrase. */
export function noticeMail(to: string, site: string, certificates: readonly Expiring[], now: number): Mail {
  const [first] = certificates
  const subject =
    certificates.length === 1 && first
      ? `Certificate ${shown(first.label, 80)} expires ${within(first.expiresAt, now)}`
      : `${certificates.length} certificates expire soon`
  const parts = certificates.map((certificate) => paragraph(certificate, now))
  const text = [
    certificates.length === 1
      ? 'This certificate expires, and no successor is in use:'
      : 'These certificates expire, and no successor is in use:',
    ...parts,
    `Sent by Triptych, ${shown(site, 80)}, because your address is the expiry notification email of the certificate or a recipient of the rule “A certificate expires” (Settings, Notifications).`,
  ].join('\n\n')
  return { to, subject, text }
}

function paragraph({ label, expiresAt, issuer, places, successorUntil }: Expiring, now: number): string {
  const more = places.length - shownPlaces
  const where = places.slice(0, shownPlaces).map((place) => shown(place))
  return [
    shown(label),
    `  Expires: ${dateOf(expiresAt)} (${within(expiresAt, now)})`,
    ...(issuer ? [`  Issuer: ${shown(issuer)}`] : []),
    ...(where.length > 0 ? [`  Served at: ${where.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
    ...(successorUntil === undefined
      ? []
      : [`  Successor: valid until ${dateOf(successorUntil)}, not served in all of these places yet`]),
  ].join('\n')
}

/** Minutes are enough, in UTC because nobody knows where it is read. */
const dateOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function within(at: number, now: number): string {
  const days = Math.ceil((at - now) / dayMs)
  return days <= 1 ? 'within a day' : `within ${days} days`
}
