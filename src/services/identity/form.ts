import { formType } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import type { PageContext } from './address.ts'
import { belongsTo, type Visitor } from './browser-session.ts'

/** Fields of every form: the CSRF token, and the pressed button. */
export const fields = { token: 'form', step: 'step' } as const
/** An invalid or outdated CSRF token; nothing was changed. */
const notOurForm = 'FOREIGN_FORM'

/** The submitted form, if its CSRF token is valid. */
export async function readForm(context: PageContext, visitor: Visitor) {
  requireSameSite(context)
  if (!context.req.header('content-type')?.toLowerCase().startsWith(formType)) throw refused()
  const form = new URLSearchParams(await context.req.text())
  if (!belongsTo(visitor, form.get(fields.token) ?? '')) throw refused()
  return form
}

/**
 * Checks the origin of a form. Our pages send no referrer, so the Origin of their forms is "null" (Fetch, "append a
 * request Origin header"), and `Sec-Fetch-Site` is required instead.
 */
function requireSameSite({ req, var: { reachedAt } }: PageContext) {
  const [origin, site] = [req.header('origin'), req.header('sec-fetch-site')]
  const foreign = site !== undefined && site !== 'same-origin'
  const known =
    origin === undefined || origin === new URL(reachedAt.issuer).origin || (origin === 'null' && site !== undefined)
  if (foreign || !known) throw refused()
}

const refused = () => new Problem(notOurForm, 'This form is no longer valid', { service: 'identity', status: 403 })
