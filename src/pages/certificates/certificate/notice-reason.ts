import type { explainNotices } from '#contract/console/notifications.ts'
import type { Output } from '#contract/endpoint.ts'
import { absoluteTime } from '#ui/values/moment.ts'

const dateOf = (at: number) => absoluteTime(new Date(at))

type ExplainedNotices = Output<typeof explainNotices>
type Certificate = { expiresAt: number | undefined; email: string }

const dayMs = 86_400_000

/** Explains why there is no expiry notice, or when the next one is due. */
export function noticeReason(
  { rows, rule, look, mail, webhooks, muted }: ExplainedNotices,
  { expiresAt, email }: Certificate,
  now: number,
): string {
  if (!rule.isOn) return 'No notifications are sent: the rule “A certificate expires” is off.'
  if (muted) {
    return `No notifications are sent: muted by ${muted.by || 'the console'} since ${dateOf(muted.at)}.`
  }
  if (look.state === 'no-server') return 'No notifications are sent: this site has no key management.'
  if (look.state === 'no-credential') return 'No notifications are sent: the console has no API key of key management.'
  if (look.state === 'failed') return `Certificates could not be checked: ${look.message}`
  if (expiresAt === undefined) return 'No notifications are sent: the service does not report when it expires.'
  if (expiresAt <= now) return 'It has expired: no more notifications are sent.'
  const byMail = email !== '' || rule.recipients.length > 0
  if (!byMail && webhooks === 0) {
    return 'No notifications are sent: it has no expiry notification email, and the rule has no recipients and no webhooks.'
  }
  if (mail === 'none' && webhooks === 0) return 'Notifications are queued: no mail server is configured.'
  const next = Math.max(0, ...rule.days.filter((days) => expiresAt - days * dayMs > now))
  const due = next > 0 && `due on ${dateOf(expiresAt - next * dayMs)}, ${next} days before it expires`
  const isDue = rule.days.some((days) => expiresAt - days * dayMs <= now)
  if (!isDue) return `The first notification is ${due || 'not scheduled'}.`
  if (rows.length === 0) {
    return look.at === undefined
      ? 'Certificates were not checked yet.'
      : `No notification was needed at the last check, on ${dateOf(look.at)}: a newer certificate is in use.${due ? ` Otherwise the next is ${due}.` : ''}`
  }
  return due
    ? `The next notification is ${due}, unless a newer certificate is in use by then.`
    : 'This was the last step before it expires.'
}
