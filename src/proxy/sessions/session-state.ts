import type { SessionState } from '#contract/session.ts'
import { moduleHints } from '#platform/permission.ts'
import { nameOf, type Site } from '#platform/upstream/sites.ts'
import type { Session } from './session.ts'

type Around = { site: Site; sites: readonly Site[]; demo: boolean; maxUploadBytes: number }

/** The part of a session that the browser may see. */
export function stateOf(session: Session | undefined, { sites, ...around }: Around): SessionState {
  if (!session) return { state: 'signed-out' }
  if (session.kind === 'signed-in') {
    const { user, by } = session
    const known = { ...around, site: nameOf(around.site), sites: sites.map(nameOf) }
    return { ...known, state: 'signed-in', user, by, moduleHints: moduleHints(user.permissions, around.site) }
  }
  const { message, rememberDays, enrollment } = session
  return { state: 'otp', message, rememberDays, ...(enrollment && { enrollment }) }
}
