import { Problem } from '#contract/problem.ts'
import { serviceTitles } from '#contract/words/service-names.ts'

const titles: Readonly<Record<string, string>> = serviceTitles

/** Not retryable: a connection must be added. */
export const notConnected = (service: Problem['service']) =>
  new Problem('NOT_CONNECTED', `This site has no connection to ${titles[service] ?? 'this server'}`, { service })
