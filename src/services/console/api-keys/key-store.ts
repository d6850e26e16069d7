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
 * API keys of connections: the one that was entered in the console, else the one of the configuration. The first sight
 * of a key is written down with its date, because servers tell nobody how old a key is.
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

  /** Keys of the configuration that this process has seen, and since when they are known. */
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

  /** The key at work; whoever only wants to know of it need not open it. */
  const atWork = async (upstream: Upstream): Promise<{ key: () => string; state: KeyState } | undefined> => {
    const place = requirePlace(upstream)
    const entered = await stored.find(place, 'console')
    if (entered) return { key: () => opened(seal, entered), state: stateIn(upstream, 'console', entered.since) }
    const key = await upstream.credential?.()
    if (key === undefined) return undefined
    return { key: () => key, state: stateIn(upstream, 'configuration', await sinceOf(place, key)) }
  }

  return {
    /** The key at work. */
    keyOf: async (upstream: Upstream) => (await atWork(upstream))?.key(),
    /** Where it is from, since when it is known, and when it ends; undefined where there is none. */
    stateOf: async (upstream: Upstream) => (await atWork(upstream))?.state,

    /** Work with this key from now on. `since` is when the server made it. */
    enter: (upstream: Upstream, key: string, since: number) => {
      const place = requirePlace(upstream)
      const sealed = seal.close(key, ownerOf(place))
      return stored.enter(place, { sealed, fingerprint: fingerprintOf(place, key), since })
    },
    /** Back to the key of the configuration. */
    forgetEntered: (upstream: Upstream) => stored.forgetEntered(requirePlace(upstream)),
  }
}

const ownerOf = ({ site, connection }: Place) => `${site} ${connection}`

/** They tell two keys apart, and without the master key nothing about either. */
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
    throw new Problem('KEY_UNREADABLE') // changed by somebody else than us
  }
}

const stateIn = ({ service }: Upstream, source: KeyState['source'], since: number): KeyState => ({
  source,
  since,
  ...(service === 'mdm' && { expiresAt: keyExpiresAt(since) }),
})
