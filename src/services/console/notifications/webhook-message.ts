import type { WebhookForm } from '#contract/console/webhooks.ts'
import { withoutFormula } from '#contract/csv.ts'
import { noticeMail, type MailContent } from './notice-mail.ts'

/** Content of a webhook message: names, places and dates, no keys, passphrases or formulas. */
export function webhookNotices(form: WebhookForm, site: string, told: readonly MailContent[], now: number): object {
  if (form !== 'standard') {
    const { subject, text } = noticeMail('', site, told, now)
    return chatMessage(form, `${subject}\n\n${text}`)
  }
  const notices = told.map((one) => noticeOf(site, one, now))
  const [first] = notices
  if (first && notices.length === 1) return first
  return { type: 'digest', timestamp: new Date(now).toISOString(), data: { site, notices } }
}

function noticeOf(site: string, told: MailContent, now: number): object {
  const timestamp = new Date(now).toISOString()
  if (told.kind === 'event') {
    const { event, found, link } = told
    const { title, why, urgent } = found
    return {
      type: `event.${event}`,
      timestamp,
      data: { site, title: withoutFormula(title), text: withoutFormula(why), urgent, ...(link && { link }) },
    }
  }
  const { label, certificateId, issuer, expiresAt, places, successor } = told.certificate
  return {
    type: 'certificate.expiring',
    timestamp,
    data: {
      site,
      certificate: withoutFormula(label),
      ...(certificateId !== '' && { certificateId }),
      issuer: withoutFormula(issuer),
      expiresAt: new Date(expiresAt).toISOString(),
      servedAt: places.map(withoutFormula),
      ...(successor && {
        ...(successor.certificateId !== '' && { successorId: successor.certificateId }),
        successorExpiresAt: new Date(successor.expiresAt).toISOString(),
      }),
    },
  }
}

export function webhookTest(form: WebhookForm, site: string, now: number): object {
  const message = `This is a test of the notifications of ${site}.`
  if (form !== 'standard') return chatMessage(form, message)
  return { type: 'test', timestamp: new Date(now).toISOString(), data: { site, message } }
}

/** Plain text: certificate names must not create markup, links or mentions. */
const chatMessage = (form: 'slack' | 'teams', text: string): object =>
  form === 'slack'
    ? { text: text.replace(/[&<>]/g, (sign) => slackEscapes[sign] ?? ''), mrkdwn: false, unfurl_links: false }
    : {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: text
                .split('\n')
                .filter((line) => line !== '')
                .map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] })),
            },
          },
        ],
      }

const slackEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
