import { formType } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import type { PageContext } from './address.ts'
import { belongsTo, type Visitor } from './browser-session.ts'

/** Names of what every form carries: the token of its browser, and which button it is. */
export const fields = { token: 'form', step: 'step' } as const
/** A form that is not ours, or no longer: nothing has happened. */
const notOurForm = 'FOREIGN_FORM'

/** The form that this browser sent, if it is one that we gave to it. */
export async function readForm(context: PageContext, visitor: Visitor) {
  requireSameSite(context)
  if (!context.req.header('content-type')?.toLowerCase().startsWith(formType)) throw refused()
  const form = new URLSearchParams(await context.req.text())
  if (!belongsTo(visitor, form.get(fields.token) ?? '')) throw refused()
  return form
}

/**
 * A browser says where a form comes from. Our pages send no referrer, and then the origin of their own forms is
 * "null" (Fetch, "append a request Origin header"): `Sec-Fetch-Site` has to vouch for those.
 */
function requireSameSite({ req, var: { reachedAt } }: PageContext) {
  const [origin, site] = [req.header('origin'), req.header('sec-fetch-site')]
  const foreign = site !== undefined && site !== 'same-origin'
  const known =
    origin === undefined || origin === new URL(reachedAt.issuer).origin || (origin === 'null' && site !== undefined)
  if (foreign || !known) throw refused()
}

const refused = () => new Problem(notOurForm, 'This form is no longer valid', { service: 'identity', status: 403 })
