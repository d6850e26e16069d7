import type { Bearer } from '#platform/upstream/bearer.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { Session } from '#proxy/sessions/session.ts'

/** `console`: the console's own background requests. */
export type BearerOf = (upstream: Upstream, session: Session | 'console' | undefined) => Promise<Bearer | undefined>

type Sources = {
  /** API key of a connection, entered in the console or configured. */
  keyOf: (upstream: Upstream) => Promise<string | undefined>
  /** Token of the user's grant, or of the connection's grant. */
  fromGrant: (grant: { id: string } | { connection: Upstream }, whose: Bearer['whose']) => Promise<Bearer>
}

/**
 * Background requests use the credential of the connection. Calls of users prefer an API key of the connection, then
 * the user's grant or token; cloud servers also accept a connection's grant.
 */
export const bearers =
  ({ keyOf, fromGrant }: Sources): BearerOf =>
  async (upstream, session) => {
    if (session === 'console' && upstream.background)
      return { value: await upstream.background(), whose: 'console', isKey: true }
    const key = await keyOf(upstream)
    if (key !== undefined) return { value: key, whose: 'console', isKey: true }
    const person = session !== 'console' && session?.kind === 'signed-in' ? session : undefined
    if (person?.by === 'cloud') return fromGrant({ id: person.grant }, 'person')
    if (upstream.edition === 'cloud') return fromGrant({ connection: upstream }, 'console')
    return person && { value: person.token, whose: 'person' }
  }
