import { Webhook } from 'standardwebhooks'
import { Agent, buildConnector, request } from 'undici'
import type { WebhookForm } from '#contract/console/webhooks.ts'
import { Refusal } from '#crypto/refusal.ts'
import type { Posted } from '#services/mail/mail-transport.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { checkAddressIn, checkedLookup, resolveHost, systemResolver } from '#services/network/resolve.ts'

export type WebhookTarget = { url: string; form: WebhookForm; secret: string }
/** `id` is the same for retries, so that receivers of form `standard` can deduplicate. */
export type WebhookMessage = { id: string; content: object }
export type PostWebhook = (target: WebhookTarget, message: WebhookMessage) => Promise<Posted>

export type WebhookSettings = {
  /** Loopback and private networks that webhooks may address. */
  networks: readonly string[]
  /** PEM of additional trusted authorities. */
  ca?: string | undefined
}
const timeoutMs = 15_000
const maxAnswerBytes = 16 * 1024

/** Posts to addresses entered by administrators. Does not follow redirects, and uses only the status of responses. */
export function webhookPoster({ networks, ca }: WebhookSettings): PostWebhook {
  const rules = addressRules(networks)
  const addressOf = (host: string) => resolveHost(host, rules, systemResolver)
  return async (target, { id, content }) => {
    const body = JSON.stringify(content)
    let isReached = false
    const agent = agentOf({ ca, addressOf }, () => (isReached = true))
    try {
      const url = new URL(target.url)
      await checkAddressIn(url, addressOf)
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', 'user-agent': 'triptych', ...signed(target, id, body) },
        body,
      })
      await answer.body.dump({ limit: maxAnswerBytes }).catch(() => undefined)
      return told(answer.statusCode)
    } catch (error) {
      if (error instanceof Refusal) return { outcome: 'refused', why: `${error.message}.` }
      if (!isReached) return { outcome: 'later', why: `The webhook could not be reached (${codeOf(error)}).` }
      const why = `The webhook did not answer (${codeOf(error)}).`
      return target.form === 'standard'
        ? { outcome: 'later', why }
        : { outcome: 'unknown', why: `${why} The message may have arrived.` }
    } finally {
      await agent.destroy()
    }
  }
}

/** Signature according to https://www.standardwebhooks.com; chat services authenticate by the address only. */
function signed({ form, secret }: WebhookTarget, id: string, body: string): Record<string, string> {
  if (form !== 'standard') return {}
  const now = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}

type Reaching = { ca: string | undefined; addressOf: (host: string) => Promise<string> }

/** Reports an established TLS connection: afterwards, a message may have been delivered. */
function agentOf({ ca, addressOf }: Reaching, onReached: () => void): Agent {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: checkedLookup(addressOf),
    ...(ca !== undefined && { ca }),
  })
  return new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: (options, done) =>
      connect(options, (...result) => {
        if (!result[0]) onReached()
        done(...result)
      }),
  })
}

function told(status: number): Posted {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status >= 300 && status < 400) {
    return { outcome: 'refused', why: `The webhook answered with a redirect (HTTP ${status}), which is not followed.` }
  }
  const isOver = status >= 500 || status === 408 || status === 429
  return { outcome: isOver ? 'later' : 'refused', why: `The webhook refused the message (HTTP ${status}).` }
}

/** The code only, since messages may contain the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
