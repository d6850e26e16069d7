import type { SessionState } from '#contract/session.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Session } from './session.ts'

type Around = { site: Site; sites: readonly Site[]; demo: boolean; maxUploadBytes: number }

/** What the browser may know of a session. */
export function stateOf(session: Session | undefined, { sites, ...around }: Around): SessionState {
  if (!session) return { state: 'signed-out' }
  if (session.kind === 'signed-in') {
    const { user, by } = session
    return { ...around, state: 'signed-in', user, by, site: nameOf(around.site), sites: sites.map(nameOf) }
  }
  const { message, rememberDays, enrollment } = session
  return { state: 'otp', message, rememberDays, ...(enrollment && { enrollment }) }
}

export const nameOf = ({ name, title }: Site) => ({ name, title })
