import type { editions } from '#contract/console/connections.ts'
import type { ConfiguredDialect } from '#contract/dialect.ts'
import type { ServiceName } from '#contract/problem.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'

/** Whom a connection can lead to. */
export type UpstreamService = Exclude<ServiceName, 'session' | 'console'>

/** A server of one of the services, and how to reach it. Configuration; nothing in it ever comes from a browser. */
export type Connection = {
  name: string
  baseUrl: URL
  dialect: ConfiguredDialect
  edition?: (typeof editions)[number]
  /** Token or key of the console's own account there; without it, the signed-in person's token is sent. */
  credential?: () => Promise<string>
  /** With what the console asks for itself, where nobody is signed in; without it, `credential`. */
  background?: () => Promise<string>
  /** Module of `user_permissions` whose rights count for it, where those name none of its own. */
  module?: string
  /** Whole records that the index of the fleet reads there in a second, at most. */
  recordsPerSecond?: number
  /** PEM of the authority behind its certificate, where the system does not know it. */
  ca?: string
  /** PEM: who we are to it. */
  client?: { cert: string; key: string } | undefined
  deadlines?: Partial<typeof defaultMs>
  /** Headers that say who asks; for the embedded services alone. */
  clientHeader?: Pick<ClientHeader, 'of'> | undefined
}

/**
 * `listMs`: of a list without pages, which may take long to come and is read while it comes. `againMs`: a read without
 * an answer is sent again beside it; a list after twice as long. `uploadMs`: of a large file, over a slow line.
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

/** Where the credential goes: key management has a header of its own for it, the other services take `Authorization`. */
export const defaultCredentialHeader: Partial<Record<ServiceName, string>> = { keys: 'AUTHTOKEN' }
