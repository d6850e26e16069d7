import { eventOf } from '#contract/console/notice-events.ts'
import { Problem } from '#contract/problem.ts'
import type { Places } from '#contract/attention/concern.ts'
import type { People } from '#platform/console.ts'
import { hashOf } from '#platform/digest.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Site, Sites } from '#platform/upstream/sites.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import { findMute } from './find-mute.ts'
import type { FindEvents } from './events/find-events.ts'
import type { Found } from './events/server-events.ts'
import { type Expiring, findExpiring } from './expiring.ts'
import type { MailContent } from './notice-mail.ts'
import { noticeMail } from './notice-mail.ts'
import type { NoticeStore } from './notice-store.ts'
import type { RuleStore, StandingRule } from './rule-store.ts'
import { dueCertificateNotices, dueEventNotices, isMeant, keyOfFound } from './due-notices.ts'
import { webhookNotices } from './webhook-message.ts'
import { isWebhook, recipientOf, recipientPrefix, type WebhookStore } from './webhook-store.ts'
import type { PostWebhook } from './webhook-poster.ts'

export type NoticePace = {
  /** Interval of certificate checks. */
  lookMs: number
  /** Delays of retries; none after the last. */
  againMs: readonly number[]
  /** Time limit for sending. */
  sendingMs: number
}
const minute = 60_000
export const defaultNoticePace: NoticePace = {
  lookMs: 10 * minute,
  againMs: [5, 15, 60, 240, 720].map((minutes) => minutes * minute),
  sendingMs: 10 * minute,
}

type Parts = {
  sites: Sites
  store: NoticeStore
  rules: RuleStore
  findEvents: FindEvents
  /** Page addresses for links. */
  places: Places
  linkOf: (site: string, page: string) => string | undefined
  bearerFor: People['bearerFor']
  mail: MailTransport | undefined
  webhooks: Pick<WebhookStore, 'list' | 'targetOf'>
  postWebhook: PostWebhook
  pace: NoticePace
  clock: () => number
  log: Log
}
/** `own`: events detected by the console itself, checked more often than servers. */
export type Scope = 'all' | 'own'
type MailContents = Map<string, MailContent>
const replaced = 'No longer needed: a newer certificate is in use, the recipient was removed, or a later step was due.'
const over = 'No longer needed: the event has ended, was muted, or its rule or recipients were changed.'

/** Applies the enabled rules of each site and sends due notices. Aborted by the signal. */
export function noticePass(parts: Parts) {
  const { sites, store, rules, findEvents, places, linkOf, bearerFor, mail, webhooks, postWebhook, pace, clock, log } =
    parts
  const look = async (site: Site, days: readonly number[], signal: AbortSignal): Promise<Expiring[] | undefined> => {
    const upstream = site.upstreams.get('keys')
    if (!upstream) {
      await rules.saveLook(site.name, { state: 'no-server', message: '', expiring: 0 })
      return undefined
    }
    try {
      const bearer = await bearerFor(upstream, 'console')
      if (!bearer) {
        await rules.saveLook(site.name, { state: 'no-credential', message: '', expiring: 0 })
        return undefined
      }
      const found = await findExpiring({ upstream, bearer, signal }, Math.max(...days), clock())
      await rules.saveLook(site.name, { state: 'done', message: '', expiring: found.length })
      return found
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof Problem)) log('certificates not looked at', traceOf(error))
      const message = error instanceof Problem ? `${error.message}. ${error.next}` : 'The console failed. See its log.'
      const state = error instanceof Problem && error.code === 'KEY_NEEDED' ? 'no-credential' : 'failed'
      await rules.saveLook(site.name, { state, message, expiring: 0 })
      return undefined
    }
  }

  const lookForEvents = async (site: Site, rule: StandingRule, signal: AbortSignal): Promise<Found[] | undefined> => {
    try {
      const found = await findEvents(site, rule.event, rule.days, signal)
      const meant = found.filter((one) => isMeant(rule, one))
      await rules.saveEventLook(rule.id, { state: 'done', message: '', found: meant.length })
      return meant
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof Problem)) log('events not looked for', { event_name: rule.event, ...traceOf(error) })
      const message =
        error instanceof Problem
          ? `${error.message.replace(/\.$/, '')}. ${error.next}`
          : 'The console failed. See its log.'
      await rules.saveEventLook(rule.id, { state: 'failed', message, found: 0 })
      return undefined
    }
  }

  const post = async (site: Site, recipient: string, told: readonly MailContent[], sent: readonly Sent[]) => {
    if (!isWebhook(recipient)) return mail?.post(noticeMail(recipient, site.title, told, clock()))
    const target = await webhooks.targetOf(site.name, Number(recipient.slice(recipientPrefix.length)))
    if (!target || told.length === 0) return undefined
    const [{ certificate, days } = { certificate: '', days: 0 }] = sent
    const digest = hashOf(sent.map((one) => `${one.certificate} ${one.days}`).join('\n'))
    return postWebhook(target, {
      id: sent.length === 1 ? `notice_${certificate.slice(0, 32)}_${days}` : `digest_${digest}`,
      content: webhookNotices(target.form, site.title, told, clock()),
    })
  }

  const send = async (
    site: Site,
    known: MailContents,
    looked: readonly number[],
    daily: readonly number[],
    signal: AbortSignal,
  ) => {
    if (looked.length === 0) return
    while (!signal.aborted) {
      const claimed = await store.claim(site.name, { byMail: mail !== undefined, rules: looked, daily })
      const [first] = claimed
      if (!first) return
      const told = claimed.flatMap(({ certificate }) => known.get(certificate) ?? [])
      if (told.length < claimed.length) {
        // Requested by a user after the check; the next check decides whether they are still needed.
        await store.settle(first.claim, 'waiting', first.why, clock() + 1)
        return
      }
      const posted = await post(site, first.recipient, told, claimed).catch((error: unknown) => {
        log('notice not sent', traceOf(error))
        return { outcome: 'unknown' as const, why: 'The console failed while sending this notification. See its log.' }
      })
      if (!posted) await store.settle(first.claim, 'skipped', 'Its recipient was removed.')
      else if (posted.outcome === 'sent') await store.settle(first.claim, 'sent', '')
      else if (posted.outcome === 'unknown') await store.settle(first.claim, 'unknown', posted.why)
      else {
        const wait =
          posted.outcome === 'later'
            ? pace.againMs[Math.min(...claimed.map(({ attempts }) => attempts)) - 1]
            : undefined
        if (wait === undefined) await store.settle(first.claim, 'failed', posted.why)
        else await store.settle(first.claim, 'waiting', posted.why, clock() + wait)
      }
    }
  }

  const certificates = async (site: Site, known: MailContents, muted: Muted, signal: AbortSignal): Promise<boolean> => {
    const { rule } = await rules.ruleOf(site.name)
    if (!rule.isOn) return false
    const found = await look(site, rule.days, signal)
    if (!found) return false
    const others = (await webhooks.list(site.name)).map(({ id }) => recipientOf(id))
    for (const one of found) known.set(one.certificate, { kind: 'certificate', certificate: one })
    const everyone = { days: rule.days, recipients: [...rule.recipients, ...others] }
    const wanted = dueCertificateNotices(found, everyone, places.certificate, clock())
    const heard = wanted.filter(({ page }) => !findMute(muted, page))
    await store.want(site.name, 0, heard, replaced)
    return true
  }

  const events = async (site: Site, rule: StandingRule, known: MailContents, muted: Muted, signal: AbortSignal) => {
    const found = await lookForEvents(site, rule, signal)
    if (!found) return false
    for (const one of found) {
      const link = linkOf(site.name, one.to)
      known.set(keyOfFound(rule.id, one), { kind: 'event', event: rule.event, found: one, ...(link && { link }) })
    }
    const wanted = dueEventNotices(rule, found, clock())
    await store.forget(site.name, rule.id, wanted)
    const heard = wanted.filter(({ page }) => !findMute(muted, page))
    await store.want(site.name, rule.id, heard, over)
    return true
  }

  return async (signal: AbortSignal, scope: Scope): Promise<void> => {
    await store.giveUpBefore(clock() - pace.sendingMs)
    await store.purge()
    for (const site of sites.all) {
      if (signal.aborted) return
      const known: MailContents = new Map()
      const muted = await store.muted(site.name)
      const looked: number[] = []
      const daily: number[] = []
      if (scope === 'all' && (await certificates(site, known, muted, signal))) looked.push(0)
      for (const rule of await rules.standing(site.name))
        if (rule.isOn && (scope === 'all' || eventOf(rule.event).isOwn === true) && !signal.aborted)
          if (await events(site, rule, known, muted, signal)) {
            looked.push(rule.id)
            if (rule.delivery === 'daily') daily.push(rule.id)
          }
      await send(site, known, looked, daily, signal)
    }
  }
}

type Sent = { certificate: string; days: number }
type Muted = Parameters<typeof findMute>[0]
