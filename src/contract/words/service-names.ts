import type { ServiceName } from '#contract/problem.ts'

/** Names of the services within a sentence. */
export const serviceTitles: Record<Exclude<ServiceName, 'session' | 'console'>, string> = {
  desktop: 'desktop management',
  mdm: 'mobile device management',
  keys: 'key management',
  identity: 'the identity provider',
}
