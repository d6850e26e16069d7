import type { Finding } from '#contract/console/connections.ts'
import { isLoopback } from '#proxy/settings.ts'
import { found, settingOf } from './finding.ts'
import type { Look } from './look.ts'

/** Base64 of a password is an encoding and protects nothing: only TLS does. */
export function checkAddress({ upstream, speaks, withoutPath, first }: Look): Finding[] {
  const { baseUrl } = upstream
  const detail = baseUrl.href
  const write = settingOf(upstream, 'base_url')
  if (withoutPath) {
    return [
      found('address', 'bad', 'The address has a path too much', {
        detail: `Without ${baseUrl.pathname} the server answers as it should; with it, it does not.`,
        next: `Take the path away in ${write}.`,
      }),
    ]
  }
  const leadsToTls = first?.answer?.headers.location?.startsWith('https:') && baseUrl.protocol === 'http:'
  if (speaks === 'https' || leadsToTls) {
    return [
      found('address', 'bad', 'The server wants https, and the address says http', {
        detail,
        next: `Write https:// instead of http:// in ${write}.`,
      }),
    ]
  }
  if (baseUrl.protocol === 'https:') return [found('address', 'good', 'The address is https', { detail })]
  if (isLoopback(baseUrl.hostname)) {
    return [found('address', 'good', 'The address is http, and never leaves this machine', { detail })]
  }
  return [
    found('address', 'warning', 'The address is http: passwords and keys can be read on their way', {
      detail,
      next: `Write https:// in ${write}, as soon as the server has a certificate.`,
    }),
  ]
}
