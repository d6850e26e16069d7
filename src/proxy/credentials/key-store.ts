import type { Kysely } from 'kysely'
import type { Seal } from '#proxy/seal.ts'
import type { Sites } from '#proxy/sites.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { Upstream } from '#proxy/upstream.ts'

export type KeyStore = ReturnType<typeof keyStore>

/** API keys of connections: the one that was entered here, or the one of the configuration. */
export function keyStore(_database: Kysely<ProxyTables>, _seal: Seal, _masterKey: Buffer, _sites: Sites) {
  return {
    keyOf: (upstream: Upstream): Promise<string | undefined> => upstream.credential?.() ?? Promise.resolve(undefined),
  }
}
