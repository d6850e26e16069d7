import type { Bearer } from '#platform/upstream/bearer.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { Session } from '#proxy/sessions/session.ts'

/** `console`: it asks for itself. */
export type BearerOf = (upstream: Upstream, session: Session | 'console' | undefined) => Promise<Bearer | undefined>

type Sources = {
  /** The API key of a connection: the one entered here, or the one of its configuration. */
  keyOf: (upstream: Upstream) => Promise<string | undefined>
  /** Of the person's own grant, or of the grant that belongs to a connection. */
  fromGrant: (grant: { id: string } | { connection: Upstream }, whose: Bearer['whose']) => Promise<Bearer>
}

/** Of the console for itself; else a key of the console comes first, then the person's own grant or token; a cloud server also takes a lasting grant. */
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
