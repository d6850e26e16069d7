import type { Selectable } from 'kysely'
import { cachedFor } from '#platform/cached-for.ts'
import type { Seal } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { LiveSession, Session } from './session.ts'

export const idleMs = 30 * 60_000
/** Cache time of decrypted sessions. Rows are still read per call, so that an end takes effect immediately. */
const keptMs = 1000

export type SessionRow = Selectable<ProxyTables['proxy_session']>

/** Decrypts session rows. */
export function sessionOpener(seal: Seal) {
  const open = cachedFor(keptMs, (sealed: string, owner: string) => JSON.parse(seal.open(sealed, owner)) as Session)
  /** Undefined if the session has expired or was modified outside the product. */
  const storedIn = (row: SessionRow): Session | undefined => {
    const now = Date.now()
    if (row.expires_at <= now || row.seen_at <= now - idleMs) return undefined
    try {
      return open(row.sealed, sealedFor(row.id_hash, row.kind))
    } catch {
      return undefined
    }
  }
  const opened = (row: SessionRow): LiveSession | undefined => {
    const session = storedIn(row)
    return session && { ...session, ...factsOf(row) }
  }
  return { storedIn, opened }
}

/** Binds a sealed session to its row. */
export const sealedFor = (hash: string, kind: string) => `${kind} ${hash}`

export const factsOf = (row: SessionRow) => ({
  hash: row.id_hash,
  site: row.site,
  owner: row.owner,
  startedAt: row.started_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at,
  confirmedUntil: row.confirmed_until,
  address: row.address,
  agent: row.agent,
})
