import type { StandingRule } from './rule-store.ts'
import { isMailbox } from '#contract/console/notifications.ts'
import { hashOf } from '#platform/digest.ts'
import type { Found } from './events/server-events.ts'
import type { Expiring } from './expiring.ts'
import type { NewNotice } from './notice-store.ts'
import { recipientOf } from './webhook-store.ts'

const dayMs = 86_400_000
/** Hour of the daily digest in UTC, since recipients' time zones are unknown. */
const digestHour = 7

type CertificateRule = { days: readonly number[]; recipients: readonly string[] }

/** Only the last of the passed steps, so that enabling a rule sends one notice per certificate. */
export function dueCertificateNotices(
  found: readonly Expiring[],
  { days, recipients }: CertificateRule,
  pageOf: (certificateId: string) => string,
  now: number,
): NewNotice[] {
  return found.flatMap(({ certificate, certificateId, label, expiresAt, email }) => {
    const step = Math.min(...days.filter((one) => expiresAt - now <= one * dayMs))
    const named = email.split(/[\s,;]+/).filter(isMailbox)
    const everyone = new Set([...named, ...recipients].map((address) => address.toLowerCase()))
    return [...everyone].map((recipient) => ({
      event: 'certificate' as const,
      certificate,
      certificate_id: certificateId,
      label,
      detail: '',
      page: certificateId === '' ? '' : pageOf(certificateId),
      expires_at: expiresAt,
      days: step,
      recipient,
    }))
  })
}

/** Whether the rule's filter matches; case-insensitive. */
export const isMeant = ({ filter }: Pick<StandingRule, 'filter'>, { title, why }: Pick<Found, 'title' | 'why'>) =>
  `${title} ${why}`.toLowerCase().includes(filter.toLowerCase())

/** Identifies an event under a rule, so that it is reported once. */
export const keyOfFound = (rule: number, { id, state }: Pick<Found, 'id' | 'state'>) =>
  hashOf(JSON.stringify([rule, id, state]))

export function dueEventNotices(rule: StandingRule, found: readonly Found[], now: number): NewNotice[] {
  const everyone = [...rule.recipients, ...rule.webhooks.map(recipientOf)]
  return found.flatMap((one) => {
    const passed = rule.days.filter((days) => one.days === undefined || days <= one.days)
    const asked = (one.recipients ?? []).filter(isMailbox).map((address) => address.toLowerCase())
    return [...new Set([...(one.isPrivate ? [] : everyone), ...asked])].map((recipient) => ({
      event: rule.event,
      certificate: keyOfFound(rule.id, one),
      certificate_id: '',
      label: one.isPrivate ? 'A row of a private view' : one.title,
      detail: one.isPrivate ? '' : one.why,
      page: one.to.replace(/\?.*$/, ''),
      expires_at: now,
      days: Math.max(0, ...passed),
      recipient,
      at: rule.delivery === 'daily' ? nextDigest(now) : now,
    }))
  })
}

function nextDigest(now: number): number {
  const today = new Date(now).setUTCHours(digestHour, 0, 0, 0)
  return today > now ? today : today + dayMs
}
