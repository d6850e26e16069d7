import type { Kysely } from 'kysely'
import type { Chain } from '#platform/archives/chain.ts'
import { verifyChain } from '#platform/archives/verify-chain.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { AuditTables } from './tables.ts'

/** `head`: hash of the last entry. Noted elsewhere, it shows when an older copy of the database is put back. */
type Verified = { intact: boolean; entries: number; head: string; archives?: number; problem?: string }

export async function verified(
  database: Kysely<ProxyTables>,
  chain: Chain<AuditTables['proxy_audit']>,
): Promise<Verified> {
  const { head, archives, problem } = await verifyChain(database, chain)
  return {
    intact: problem === undefined,
    entries: head?.last ?? 0,
    head: head?.hash ?? '',
    ...(archives > 0 && { archives }),
    ...(problem !== undefined && { problem }),
  }
}
