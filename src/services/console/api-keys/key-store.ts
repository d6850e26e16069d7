import { createHmac, hkdfSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ConnectionView } from '#contract/console/connections.ts'
import { keyExpiresAt } from '#contract/mdm/key-life.ts'
import { Problem } from '#contract/problem.ts'
import { ifPossible } from '#platform/database/failure.ts'
import type { Seal } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { type Place, type StoredKey, storedKeys } from './stored-keys.ts'

export type KeyStore = ReturnType<typeof keyStore>
type KeyState = NonNullable<ConnectionView['key']>

/**
 * API keys of connections: the key entered in the console, or else that of the configuration. First use is recorded,
 * since servers do not report the age of a key.
 */
export function keyStore(database: Kysely<ConsoleTables>, seal: Seal, masterKey: Buffer, sites: Sites) {
  const stored = storedKeys(database)
  const fingerprintOf = fingerprints(masterKey)
  const places = new Map(
    sites.all.flatMap(({ name: site, upstreams }) =>
      [...upstreams.values()].map((upstream) => [upstream, { site, connection: upstream.name }] as const),
    ),
  )
  const requirePlace = (upstream: Upstream): Place => {
    const place = places.get(upstream)
    if (!place) throw new Error(`The connection ${upstream.name} belongs to no site`)
    return place
  }

  /** Configured keys seen by this process, with their known dates. */
  const dates = new Map<string, number>()
  const sinceOf = async (place: Place, key: string): Promise<number> => {
    const fingerprint = fingerprintOf(place, key)
    const known = dates.get(fingerprint)
    if (known !== undefined) return known
    const noted = async () => {
      const found = await stored.find(place, 'configuration')
      return found?.fingerprint === fingerprint ? found.since : undefined
    }
    if ((await noted()) === undefined) await ifPossible(stored.note(place, fingerprint))
    const since = await noted()
    if (since !== undefined) dates.set(fingerprint, since)
    return since ?? Date.now()
  }

  /** The active key; decrypted only on demand. */
  const atWork = async (upstream: Upstream): Promise<{ key: () => string; state: KeyState } | undefined> => {
    const place = requirePlace(upstream)
    const entered = await stored.find(place, 'console')
    if (entered) return { key: () => opened(seal, entered), state: stateIn(upstream, 'console', entered.since) }
    const key = await upstream.credential?.()
    if (key === undefined) return undefined
    return { key: () => key, state: stateIn(upstream, 'configuration', await sinceOf(place, key)) }
  }

  return {
    /** The active key. */
    keyOf: async (upstream: Upstream) => (await atWork(upstream))?.key(),
    /** Source, date and expiry of the active key; undefined without a key. */
    stateOf: async (upstream: Upstream) => (await atWork(upstream))?.state,

    /** Activates this key. `since` is when the server created it. */
    enter: (upstream: Upstream, key: string, since: number) => {
      const place = requirePlace(upstream)
      const sealed = seal.close(key, ownerOf(place))
      return stored.enter(place, { sealed, fingerprint: fingerprintOf(place, key), since })
    },
    /** Reactivates the configured key. */
    forgetEntered: (upstream: Upstream) => stored.forgetEntered(requirePlace(upstream)),
  }
}

const ownerOf = ({ site, connection }: Place) => `${site} ${connection}`

/** Keyed hashes that distinguish keys, and reveal nothing without the master key. */
function fingerprints(masterKey: Buffer) {
  const secret = Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych key fingerprint', 32))
  return (place: Place, key: string) =>
    createHmac('sha256', secret)
      .update(`${ownerOf(place)} ${key}`)
      .digest('base64url')
}

function opened(seal: Seal, { sealed, ...place }: StoredKey): string {
  try {
    return seal.open(sealed ?? '', ownerOf(place))
  } catch {
    throw new Problem('KEY_UNREADABLE') // modified outside the console
  }
}

const stateIn = ({ service }: Upstream, source: KeyState['source'], since: number): KeyState => ({
  source,
  since,
  ...(service === 'mdm' && { expiresAt: keyExpiresAt(since) }),
})
