import type { ConfiguredDialect } from '#contract/dialect.ts'
import type { ServiceName } from '#contract/problem.ts'

/** What overrides a convention: a setting of the connection, of the site's identity provider, or of the server. */
export type ConventionSetting =
  | `dialect.${Exclude<keyof ConfiguredDialect, 'quirks'>}`
  | 'deadlines'
  | `identity.${'scopes' | 'parameters_in' | 'accounts_servers' | 'api_domains'}`
  | `TRIPTYCH_${string}`

/**
 * A choice for what a reference marks "not shown", and its reason. Choices for a single operation are in its `assumes`.
 */
export type Convention = {
  service: Extract<ServiceName, 'desktop' | 'mdm' | 'keys' | 'identity'>
  /** What the reference leaves unspecified. */
  topic: string
  choice: string
  why: string
  /** Empty if it cannot be changed. */
  settings: readonly ConventionSetting[]
}

export type OwnConvention = Omit<Convention, 'service'>

export const conventionsOf = (service: Convention['service'], all: readonly OwnConvention[]): Convention[] =>
  all.map(({ topic, choice, why, settings }) => ({ service, topic, choice, why, settings }))

export const asOnRealServers = 'Integrators report it of real servers'
