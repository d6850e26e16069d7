import { accessTokenScheme } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import type { Log } from '#platform/log.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Sessions } from '#proxy/sessions/session-store.ts'
import type { GrantSessions } from './grant-sessions.ts'
import { type Grant, type GrantStore, type IssuedTokens, ofUser } from '#platform/grants/grant-store.ts'
import type { CloudUser, Providers } from '#platform/grants/identity-provider.ts'
import { refresher } from '#platform/grants/refresh.ts'
import type { Revocations } from '#platform/grants/revocations.ts'

type Parts = {
  store: GrantStore
  grantSessions: GrantSessions
  sessions: Sessions
  providers: Providers
  revocations: Revocations
  siteOf: (name: string) => Site | undefined
  log: Log
  leaseMs: number
}
type Whose = Bearer['whose']
export type Grants = ReturnType<typeof grantsOf>

/** Limits token refreshes for a server that rejects every token. */
const renewals = { max: 5, withinMs: 10 * 60_000 }

/** Grants from users, from authorization to revocation. */
export function grantsOf({ store, grantSessions, sessions, providers, revocations, siteOf, log, leaseMs }: Parts) {
  const renewedAt = new Map<string, number[]>()

  /** The identity provider has revoked the grant, so its sessions end as well. */
  const onDead = async (grant: Grant) => {
    const isGone = await store.remove(grant, () => Promise.resolve())
    if (isGone) for (const hash of await grantSessions.of(grant.id)) await sessions.end(hash)
  }
  const refresh = refresher({ store, providers, siteOf, onDead, log, leaseMs })

  /** The grant with a valid access token. */
  const fresh = async (grant: Grant | undefined, whose: Whose): Promise<Grant> => {
    const usable = !grant || grant.kept.usableUntil > Date.now() ? grant : await refresh(grant)
    if (!usable) throw new Problem(whose === 'person' ? 'SIGNED_OUT' : 'CONSENT_NEEDED')
    return usable
  }

  /** Whether a token that was rejected before its expiry may be refreshed once more. */
  const mayRenew = (id: string) => {
    const since = Date.now() - renewals.withinMs
    const lately = (renewedAt.get(id) ?? []).filter((at) => at > since)
    for (const [other, times] of renewedAt) if (times.every((at) => at <= since)) renewedAt.delete(other)
    if (lately.length >= renewals.max) return false
    renewedAt.set(id, [...lately, Date.now()])
    return true
  }

  const bearer = async (found: Grant | undefined, whose: Whose): Promise<Bearer> => {
    const grant = await fresh(found, whose)
    return {
      ...bearerWith(grant, whose),
      renewed: async () => {
        const now = await store.find(grant.id)
        if (now && now.version === grant.version) {
          if (!mayRenew(grant.id)) return undefined
          return bearerWith(await fresh(await refresh(grant), whose), whose)
        }
        return bearerWith(await fresh(now, whose), whose)
      },
    }
  }

  const release = async (id: string) => {
    const grant = await store.find(id)
    if (!grant || (await grantSessions.of(id)).length > 0) return
    await store.remove(grant, (transaction) => revocations.note(transaction, grant.site, grant.kept))
    revocations.kick()
  }

  return {
    bearer,
    /** Called when a session ends; revokes the grant unless another session uses it. */
    release,

    /** Revokes grants whose sessions expired before this time. */
    releaseUnused: async (before: number) => {
      for (const id of await grantSessions.unused(before)) await release(id)
    },

    /** Current user and permissions, as reported for the grant. */
    userOf: async (id: string): Promise<CloudUser> => {
      const first = await bearer(await store.find(id), 'person')
      const grant = await store.find(id)
      const site = grant && siteOf(grant.site)
      if (!site) throw new Problem('SIGNED_OUT')
      const at = { site, server: grant.kept.server }
      const ask = ({ value }: Pick<typeof first, 'value'>) =>
        providers.userOf(at, value.slice(accessTokenScheme.length + 1), grant.kept.scope)
      try {
        return await ask(first)
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) throw error
        const next = await first.renewed?.()
        if (!next) throw error
        return await ask(next)
      }
    },

    /** Stores a new grant of this owner and revokes the previous one. */
    keep: async (place: { site: string; owner: string }, kept: IssuedTokens, by: string): Promise<string> => {
      const id = await store.put(place, kept, by, (transaction, { kept: replaced }) =>
        replaced.refresh === kept.refresh ? Promise.resolve() : revocations.note(transaction, place.site, replaced),
      )
      revocations.kick()
      return id
    },

    /** Removes the grant; returns true if it is already revoked at the identity provider. */
    end: async (grant: Grant): Promise<boolean> => {
      let noted: string | undefined
      await store.remove(grant, async (transaction) => {
        noted = await revocations.note(transaction, grant.site, grant.kept)
      })
      return noted === undefined || revocations.now(noted)
    },
  }
}

const bearerWith = ({ kept }: Grant, whose: Whose): Bearer => ({
  value: `${accessTokenScheme} ${kept.access}`,
  whose,
  origin: kept.api,
})

/** Site and owner of a user's grant. */
export const placeOf = (site: Site, { id }: CloudUser) => ({ site: site.name, owner: ofUser(id) })
