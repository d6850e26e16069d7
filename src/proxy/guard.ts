import type { Context } from 'hono'
import { Problem } from '#contract/problem.ts'
import { csrfHeader } from '#contract/session.ts'

const mostBodyBytes = 64 * 1024

/** Answers only under its own names: a foreign name that points here is DNS rebinding (BFF-18). */
export function requireKnownHost(context: Context, origins: ReadonlySet<string>) {
  if (!originAsked(context, origins)) throw new Problem('WRONG_HOST')
}

/**
 * Only this console's own scripts may call. A page of another site can neither set the header without asking first
 * (we never answer such a question with yes), nor hide where it comes from (BFF-2).
 */
export function requireOwnCall(context: Context, origins: ReadonlySet<string>) {
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  const ours =
    context.req.header(csrfHeader) !== undefined &&
    (origin === undefined || origin === originAsked(context, origins)) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  if (!ours) throw new Problem('CROSS_SITE')
}

/** A JSON body of a modest length. Browsers always state the length of a text that they send. */
export function requireSmallJson(context: Context) {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Problem('INVALID_INPUT', 'The content type must be application/json', { status: 415 })
  }
  const length = context.req.header('content-length')
  if (length === undefined) throw new Problem('INVALID_INPUT', 'The length must be stated', { status: 411 })
  if (Number(length) > mostBodyBytes) throw new Problem('TOO_LARGE')
}

/** The origin of ours that this request was sent to. */
function originAsked({ req }: Context, origins: ReadonlySet<string>): string | undefined {
  const host = req.header('host')?.toLowerCase()
  for (const origin of origins) if (origin.slice(origin.indexOf('//') + 2) === host) return origin
  return undefined
}
