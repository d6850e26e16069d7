import type { editions } from '#contract/console/connections.ts'
import type { ConfiguredDialect } from '#contract/dialect.ts'
import type { ServiceName } from '#contract/problem.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'

/** Services that a connection can refer to. */
export type UpstreamService = Exclude<ServiceName, 'session' | 'console'>

/** Configuration of a server and its access; never derived from browser input. */
export type Connection = {
  name: string
  baseUrl: URL
  dialect: ConfiguredDialect
  edition?: (typeof editions)[number]
  /** Token or key of the console's account; without it, the user's token is sent. */
  credential?: () => Promise<string>
  /** Credential for background requests; defaults to `credential`. */
  background?: () => Promise<string>
  /** Module of `user_permissions` that applies to this service if those name none of its own. */
  module?: string
  /** Maximum rate at which the device index reads full records. */
  recordsPerSecond?: number
  /** PEM of the issuing CA, if not in the system's trust store. */
  ca?: string
  /** PEM of the client certificate. */
  client?: { cert: string; key: string } | undefined
  deadlines?: Partial<typeof defaultMs>
  /** Headers with the client address, for embedded services only. */
  clientHeader?: Pick<ClientHeader, 'of'> | undefined
}

/**
 * `listMs`: unpaged lists, which are streamed. `againMs`: delay before an unanswered read is sent a second time; twice
 * that for lists. `uploadMs`: large files over slow networks.
 */
export const defaultMs = {
  connectMs: 2_000,
  headersMs: 10_000,
  againMs: 4_000,
  bodyIdleMs: 10_000,
  overallMs: 30_000,
  listMs: 5 * 60_000,
  uploadMs: 4 * 3_600_000,
}

/** Header of the credential: key management has its own, other services use `Authorization`. */
export const defaultCredentialHeader: Partial<Record<ServiceName, string>> = { keys: 'AUTHTOKEN' }
