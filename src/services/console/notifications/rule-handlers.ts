import type { Places } from '#contract/attention/concern.ts'
import { eventOf, type NoticeEvent, noticeEventNames } from '#contract/console/notice-events.ts'
import { maxRules, type NoticeRule, type noticeRules } from '#contract/console/notice-rules.ts'
import type { Notice, NoticeState } from '#contract/console/notifications.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import { findMute } from './find-mute.ts'
import type { NoticeStore } from './notice-store.ts'
import { eventsReadBy, namer } from './notification-handlers.ts'
import type { RuleStore } from './rule-store.ts'
import type { WebhookStore } from './webhook-store.ts'

type Parts = {
  store: NoticeStore
  rules: RuleStore
  webhooks: Pick<WebhookStore, 'list'>
  mail: MailTransport | undefined
  places: Places
  wake: () => void
}

/** Notification rules, and explanations of what was sent. */
export function ruleHandlers({
  store,
  rules,
  webhooks,
  mail,
  places,
  wake,
}: Parts): Pick<ConsoleHandlers, keyof typeof noticeRules> {
  const named = namer(webhooks)
  /** Whether an event is about this kind of page. */
  const isAbout = (event: NoticeEvent, page: string) => {
    const place = places[eventOf(event).page]
    return page.startsWith(typeof place === 'string' ? place : place('').replace(/\/+$/, '/'))
  }

  return {
    listNoticeRules: async (_, { site }) => ({ rows: await rules.list(site.name) }),

    saveNoticeRule: async ({ rule, ...given }, { site, person }) => {
      const { steps } = eventOf(given.event)
      if (steps && given.days.length === 0) throw invalid('days: Enter at least one number of days', 'days')
      const by = person?.name ?? ''
      const kept = {
        ...given,
        days: steps ? [...new Set(given.days)].toSorted((one, other) => one - other) : [],
        recipients: [...new Set(given.recipients.map((address) => address.toLowerCase()))],
        webhooks: [...new Set(given.webhooks)],
      }
      const saved = rule ?? (await rules.add(site.name, by, kept, ({ length }) => length < maxRules))
      if (saved === undefined) throw invalid(`event: There are ${maxRules} rules already. Remove one first.`, 'event')
      if (rule !== undefined && !(await rules.change(site.name, by, rule, kept)))
        throw invalid('rule: It was removed', 'rule')
      if (given.isOn) wake()
      return { rule: saved }
    },

    removeNoticeRule: async ({ rule }, { site }) => {
      if (!(await rules.remove(site.name, rule))) throw invalid('rule: It was removed', 'rule')
      await store.want(site.name, rule, [], 'The rule was removed.')
      return {}
    },

    explainEvents: async ({ page }, { site, person }) => {
      const read = eventsReadBy(person)
      const rows = await named(site.name, await store.listAbout(site.name, page, read))
      const standing = await rules.list(site.name)
      const reasons = noticeEventNames
        .filter((event) => read.includes(event) && isAbout(event, page))
        .map((event) => ({
          event,
          text: reasonOf(
            standing.filter((rule) => rule.event === event),
            rows,
            mail,
          ),
        }))
      const muted = findMute(await store.muted(site.name), page)
      return { rows, reasons, ...(muted && { muted }), mayMute: holds(person?.permissions ?? [], 'Common_Admin') }
    },

    muteNotices: async ({ page, isMuted }, { site, person }) => {
      if (isMuted) await store.mute(site.name, page, person?.name ?? '')
      else await store.unmute(site.name, page)
      wake()
      return {}
    },
  }
}

/** Explanation by the conditions that apply when a rule is evaluated. */
function reasonOf(rules: readonly NoticeRule[], rows: readonly Notice[], mail: MailTransport | undefined): string {
  const on = rules.filter(({ isOn }) => isOn)
  if (rules.length === 0) return 'There is no rule for it.'
  if (on.length === 0) return 'Its rule is off.'
  const told = on.filter(({ recipients, webhooks }) => recipients.length + webhooks.length > 0)
  if (told.length === 0) return 'Its rule has no recipients.'
  const failed = told.find(({ look }) => look.state === 'failed')
  if (failed) return `It could not be checked: ${failed.look.message}`
  if (told.every(({ look }) => look.state === 'never')) return 'It was not checked yet.'
  if (!mail && told.every(({ webhooks }) => webhooks.length === 0))
    return 'Email is queued: no mail server is configured.'
  const ofEvent = rows.filter(({ event }) => event === told[0]?.event)
  const undelivered = ofEvent.find(({ state }) => state === 'failed')
  if (undelivered && !ofEvent.some(({ state }) => state === 'sent'))
    return `${undelivered.recipient} could not be notified. ${undelivered.why}`
  const state = knownFirst.find((one) => ofEvent.some((row) => row.state === one))
  if (state) return asListed[state]
  const filters = told.filter(({ filter }) => filter !== '')
  return filters.length === told.length
    ? `No such event occurred, or its text does not contain “${filters.map(({ filter }) => filter).join('” or “')}”.`
    : 'No such event had occurred by the last check.'
}

/** Sent means accepted by the mail server, not read: it may still be returned. */
const asListed: Record<NoticeState, string> = {
  sent: 'Accepted by the mail server or webhook, as listed.',
  sending: 'It is being sent, as listed.',
  unknown: 'It may have been sent, as listed.',
  failed: 'It was not sent, as listed.',
  waiting: 'It is pending, as listed.',
  skipped: 'It was no longer needed, as listed.',
}
const knownFirst = ['sent', 'sending', 'unknown', 'failed', 'waiting', 'skipped'] as const

const invalid = (message: string, field: string) => new Problem('INVALID_INPUT', message, { service: 'console', field })
