import { isMailbox } from '#contract/console/notifications.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Site, Sites } from '#platform/upstream/sites.ts'
import type { MailWay } from '#services/mail/mail-way.ts'
import { type Expiring, findExpiring } from './expiring.ts'
import { noticeMail } from './notice-mail.ts'
import type { NoticeStore, Wanted } from './notice-store.ts'
import { webhookNotice } from './webhook-message.ts'
import { isWebhook, recipientOf, recipientPrefix, type WebhookStore } from './webhook-store.ts'
import type { WebhookWay } from './webhook-way.ts'

export type NoticePace = {
  /** Between two looks at the certificates. */
  lookMs: number
  /** How long after each failure it is tried once more; then no more. */
  againMs: readonly number[]
  /** Sending takes no longer than this. */
  sendingMs: number
}
const minute = 60_000
export const usualNoticePace: NoticePace = {
  lookMs: 10 * minute,
  againMs: [5, 15, 60, 240, 720].map((minutes) => minutes * minute),
  sendingMs: 10 * minute,
}

type Parts = {
  sites: Sites
  store: NoticeStore
  bearerFor: People['bearerFor']
  mail: MailWay | undefined
  webhooks: Pick<WebhookStore, 'list' | 'targetOf'>
  postWebhook: WebhookWay
  pace: NoticePace
  clock: () => number
  log: Log
}
const dayMs = 86_400_000

/** Looks at the certificates of each site whose rule is on, and sends what is due. Ends early with the signal. */
export function noticePass({ sites, store, bearerFor, mail, webhooks, postWebhook, pace, clock, log }: Parts) {
  const look = async (site: Site, days: readonly number[], signal: AbortSignal): Promise<Expiring[] | undefined> => {
    const upstream = site.upstreams.get('keys')
    if (!upstream) {
      await store.saveLook(site.name, { state: 'no-server', message: '', expiring: 0 })
      return undefined
    }
    try {
      const bearer = await bearerFor(upstream, undefined)
      if (!bearer) {
        await store.saveLook(site.name, { state: 'no-credential', message: '', expiring: 0 })
        return undefined
      }
      const found = await findExpiring({ upstream, bearer, signal }, Math.max(...days), clock())
      await store.saveLook(site.name, { state: 'done', message: '', expiring: found.length })
      return found
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof Problem)) log('certificates not looked at', traceOf(error))
      const message = error instanceof Problem ? `${error.message}. ${error.next}` : 'The console failed. See its log.'
      const state = error instanceof Problem && error.code === 'KEY_NEEDED' ? 'no-credential' : 'failed'
      await store.saveLook(site.name, { state, message, expiring: 0 })
      return undefined
    }
  }

  const post = async (site: Site, recipient: string, certificates: readonly Expiring[], days: number) => {
    if (!isWebhook(recipient)) return mail?.post(noticeMail(recipient, site.title, certificates, clock()))
    const target = await webhooks.targetOf(site.name, Number(recipient.slice(recipientPrefix.length)))
    const [certificate] = certificates
    if (!target || !certificate) return undefined
    return postWebhook(target, {
      id: `notice_${certificate.certificate.slice(0, 32)}_${days}`,
      content: webhookNotice(target.form, site.title, certificate, clock()),
    })
  }

  const send = async (site: Site, found: readonly Expiring[], signal: AbortSignal) => {
    const known = new Map(found.map((one) => [one.certificate, one]))
    while (!signal.aborted) {
      const claimed = await store.claim(site.name, { byMail: mail !== undefined })
      const [first] = claimed
      if (!first) return
      const certificates = claimed.flatMap(({ certificate }) => known.get(certificate) ?? [])
      if (certificates.length < claimed.length) {
        // Somebody asked for them after the look; the next one tells whether they are still wanted.
        await store.settle(first.claim, 'waiting', first.why, clock() + 1)
        return
      }
      const posted = await post(site, first.recipient, certificates, first.days).catch((error: unknown) => {
        log('notice not sent', traceOf(error))
        return { outcome: 'unknown' as const, why: 'The console failed while it sent this notice. See its log.' }
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

  return async (signal: AbortSignal): Promise<void> => {
    await store.giveUpBefore(clock() - pace.sendingMs)
    await store.purge()
    for (const site of sites.all) {
      if (signal.aborted) return
      const { rule } = await store.ruleOf(site.name)
      if (!rule.isOn) continue
      const found = await look(site, rule.days, signal)
      if (!found) continue
      const others = (await webhooks.list(site.name)).map(({ id }) => recipientOf(id))
      await store.want(
        site.name,
        wantedOf(found, { days: rule.days, recipients: [...rule.recipients, ...others] }, clock()),
      )
      await send(site, found, signal)
    }
  }
}

/** Of the steps that have passed, the last: whoever turns the rule on is told once of each certificate. */
function wantedOf(
  found: readonly Expiring[],
  { days, recipients }: { days: readonly number[]; recipients: readonly string[] },
  now: number,
): Wanted[] {
  return found.flatMap(({ certificate, certificateId, label, expiresAt, email }) => {
    const step = Math.min(...days.filter((one) => expiresAt - now <= one * dayMs))
    const named = email.split(/[\s,;]+/).filter(isMailbox)
    const everyone = new Set([...named, ...recipients].map((address) => address.toLowerCase()))
    return [...everyone].map((recipient) => ({
      certificate,
      certificate_id: certificateId,
      label,
      expires_at: expiresAt,
      days: step,
      recipient,
    }))
  })
}
