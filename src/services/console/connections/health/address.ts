import type { Finding } from '#contract/console/connections.ts'
import { isLoopback } from '#platform/network/loopback.ts'
import { found, settingOf } from './finding.ts'
import type { ServerObservations } from './observations.ts'

/** Passwords are sent base64-encoded, which only TLS protects. */
export function checkAddress({ upstream, speaks, withoutPath, first }: ServerObservations): Finding[] {
  const { baseUrl } = upstream
  const detail = baseUrl.href
  const write = settingOf(upstream, 'base_url')
  if (withoutPath) {
    return [
      found('address', 'bad', 'The base URL has an unnecessary path', {
        detail: `Without ${baseUrl.pathname} the server answers as it should; with it, it does not.`,
        next: `Remove the path in ${write}.`,
      }),
    ]
  }
  const leadsToTls = first?.answer?.headers.location?.startsWith('https:') && baseUrl.protocol === 'http:'
  if (speaks === 'https' || leadsToTls) {
    return [
      found('address', 'bad', 'The server requires https, but the base URL uses http', {
        detail,
        next: `Write https:// instead of http:// in ${write}.`,
      }),
    ]
  }
  if (baseUrl.protocol === 'https:') return [found('address', 'good', 'The base URL uses https', { detail })]
  if (isLoopback(baseUrl.hostname)) {
    return [found('address', 'good', 'The base URL uses http on this machine only', { detail })]
  }
  return [
    found('address', 'warning', 'The base URL uses http: passwords and keys are sent unencrypted', {
      detail,
      next: `Write https:// in ${write}, as soon as the server has a certificate.`,
    }),
  ]
}
