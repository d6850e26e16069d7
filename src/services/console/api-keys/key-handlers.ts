import { takesKey } from '#contract/console/connections.ts'
import { keyExpiresAt } from '#contract/mdm/key-life.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { KeyStore } from './key-store.ts'
import { refusalOfKey } from './try-key.ts'

/** Replaces API keys at runtime: the new key is verified before the old one is discarded. */
export function keyHandlers(keys: KeyStore): Pick<ConsoleHandlers, 'replaceKey' | 'forgetKey'> {
  return {
    replaceKey: async ({ connection, key, madeAt = Date.now() }, { site, signal }) => {
      const upstream = requireConnection(site, connection)
      const old = await keyBefore(keys, upstream)
      requireUse(upstream, { key, madeAt, old })
      const refusal = await refusalOfKey(upstream, key, signal)
      if (refusal) throw refused('KEY_NOT_TAKEN', 'key', refusal.message.replaceAll(key, '(hidden)'))
      await keys.enter(upstream, key, madeAt)
      return { oldKey: await whatBecameOf(old, upstream, signal) }
    },

    forgetKey: async ({ connection }, { site }) => {
      await keys.forgetEntered(requireConnection(site, connection))
      return {}
    },
  }
}

function requireConnection({ upstreams }: Site, name: string): Upstream {
  const found = [...upstreams.values()].find((upstream) => upstream.name === name)
  if (!found) throw new Problem('NOT_FOUND', `This site has no connection ${name}`, { service: 'console' })
  return found
}

/** An unreadable key can be replaced like any other. */
const keyBefore = (keys: KeyStore, upstream: Upstream) =>
  keys.keyOf(upstream).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'KEY_UNREADABLE') return undefined
    throw error
  })

type Use = { key: string; madeAt: number; old: string | undefined }

function requireUse({ service, edition }: Upstream, { key, madeAt, old }: Use) {
  if (!takesKey({ service, edition, hasKey: old !== undefined })) {
    throw refused('INVALID_INPUT', 'connection', 'This server uses the sign-in of each user, not a key')
  }
  if (key === old) throw refused('INVALID_INPUT', 'key', 'This key is already in use: paste the new one')
  if (madeAt > Date.now() + dayMs) throw refused('INVALID_INPUT', 'madeAt', 'The creation date is in the future')
  if (service === 'mdm' && keyExpiresAt(madeAt) <= Date.now()) {
    throw refused('INVALID_INPUT', 'madeAt', 'A key created on this date has expired: correct the date')
  }
}

/** Tolerance for time zones, where the date may be a day ahead. */
const dayMs = 24 * 60 * 60_000

const refused = (code: string, field: string, message: string) =>
  new Problem(code, message, { service: 'console', field })

/** The new key is already active, so a failed check of the old one is reported rather than thrown. */
async function whatBecameOf(old: string | undefined, upstream: Upstream, signal: AbortSignal) {
  if (old === undefined) return 'not known'
  return refusalOfKey(upstream, old, signal).then(
    (refusal) => (refusal ? 'refused' : 'still taken'),
    () => 'not known' as const,
  )
}
