import type { ConfiguredDialect } from '#contract/dialect.ts'
import type { ServiceName } from '#contract/problem.ts'

/** What changes a convention: a setting of a connection, of its site’s identity provider, or of the server. */
export type ConventionSetting =
  | `dialect.${Exclude<keyof ConfiguredDialect, 'quirks'>}`
  | 'deadlines'
  | `identity.${'scopes' | 'parameters_in' | 'accounts_servers' | 'api_domains'}`
  | `TRIPTYCH_${string}`

/** What was chosen where a reference says "not shown", and why. What holds for one operation stands with it, as `assumes`. */
export type Convention = {
  service: Extract<ServiceName, 'desktop' | 'mdm' | 'keys' | 'identity'>
  /** What the reference leaves open. */
  topic: string
  choice: string
  why: string
  /** Empty where nothing changes it. */
  settings: readonly ConventionSetting[]
}

export type OwnConvention = Omit<Convention, 'service'>

export const conventionsOf = (service: Convention['service'], all: readonly OwnConvention[]): Convention[] =>
  all.map(({ topic, choice, why, settings }) => ({ service, topic, choice, why, settings }))

export const asOnRealServers = 'Integrators report it of real servers'
