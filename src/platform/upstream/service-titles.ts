import { Problem } from '#contract/problem.ts'
import type { UpstreamService } from './connection.ts'

/** Names of the services within a sentence. */
export const serviceTitles: Record<UpstreamService, string> = {
  desktop: 'desktop management',
  mdm: 'mobile device management',
  keys: 'key management',
  identity: 'the identity provider',
}

const titles: Readonly<Record<string, string>> = serviceTitles

/** Not retryable: a connection must be added. */
export const notConnected = (service: Problem['service']) =>
  new Problem('NOT_CONNECTED', `This site has no connection to ${titles[service] ?? 'this server'}`, { service })
