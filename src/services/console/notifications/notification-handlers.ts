import type { Places } from '#contract/attention/concern.ts'
import { eventOf, noticeEventNames } from '#contract/console/notice-events.ts'
import type { Notice, notifications } from '#contract/console/notifications.ts'
import { holds, type Permission } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers } from '#platform/console.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import { findMute } from './find-mute.ts'
import type { NoticeStore } from './notice-store.ts'
import type { RuleStore } from './rule-store.ts'
import { isWebhook, recipientOf, type WebhookStore } from './webhook-store.ts'

type Parts = {
  store: NoticeStore
  rules: RuleStore
  webhooks: Pick<WebhookStore, 'list'>
  mail: MailTransport | undefined
  places: Pick<Places, 'certificate'>
  wake: () => void
}

export function notificationHandlers({
  store,
  rules,
  webhooks,
  mail,
  places,
  wake,
}: Parts): Pick<ConsoleHandlers, keyof typeof notifications> {
  const named = namer(webhooks)

  return {
    readNotifications: async (_, { site }) => ({ ...(await rules.ruleOf(site.name)), mail: mail?.by ?? 'none' }),

    setNotifications: async ({ isOn, days, recipients }, { site, person }) => {
      const steps = [...new Set(days)].toSorted((one, other) => other - one)
      const everyone = [...new Set(recipients.map((address) => address.toLowerCase()))]
      await rules.saveRule(site.name, person?.name ?? '', { isOn, days: steps, recipients: everyone })
      if (isOn) wake()
      return {}
    },

    explainNotices: async ({ certificate }, { site }) => {
      const rows = await named(site.name, await store.listOf(site.name, certificate))
      const { length } = await webhooks.list(site.name)
      const muted = findMute(await store.muted(site.name), places.certificate(certificate))
      const about = { rows, ...(muted && { muted }) }
      return { ...about, ...(await rules.ruleOf(site.name)), mail: mail?.by ?? 'none', webhooks: length }
    },

    listNotices: async (filter, { site, person }) => {
      const { rows, total } = await store.list(site.name, filter, eventsReadBy(person))
      return { rows: await named(site.name, rows), total }
    },

    sendTestMail: async ({ to }, { site }) => {
      if (!mail)
        throw new Problem('NOT_CONNECTED', 'No mail server is configured. Set TRIPTYCH_SMTP_URL.', {
          service: 'console',
        })
      const posted = await mail.post({
        to,
        subject: 'Triptych test email',
        text: `This is a test of the notifications of ${site.title}. Notifications arrive like this email.`,
      })
      if (posted.outcome !== 'sent') throw new Problem('UNREACHABLE', posted.why, { service: 'console' })
      return {}
    },

    sendNoticeAgain: async ({ notice }, { site }) => {
      if (!(await store.again(site.name, notice)))
        throw new Problem('INVALID_INPUT', 'notice: Only a failed or unknown notification can be sent again', {
          service: 'console',
          field: 'notice',
        })
      wake()
      return {}
    },
  }
}

/** Events visible to a user. */
export function eventsReadBy(person: ConsoleCaller['person']): Notice['event'][] {
  const mayRead = (permission: Permission) => holds(person?.permissions ?? [], permission)
  return [
    ...(mayRead('KeyManagement_Read') ? (['certificate'] as const) : []),
    ...noticeEventNames.filter((event) => mayRead(eventOf(event).permission)),
  ]
}

/** Adds the names of webhooks. */
export const namer = (webhooks: Pick<WebhookStore, 'list'>) => async (site: string, rows: Notice[]) => {
  const names = new Map((await webhooks.list(site)).map(({ id, name }) => [recipientOf(id), name]))
  const shown = (recipient: string) =>
    isWebhook(recipient) ? `Webhook ${names.get(recipient) ?? '(removed)'}` : recipient
  for (const row of rows) row.recipient = shown(row.recipient)
  return rows
}
