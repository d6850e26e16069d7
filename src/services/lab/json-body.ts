import type { Context } from 'hono'
import * as z from 'zod/mini'

/** The request body, or an error response. */
export async function bodyOf<T extends z.ZodMiniType>(context: Context, schema: T): Promise<z.output<T> | Response> {
  // Requires a JSON content type, which other sites cannot send without a CORS preflight.
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    return context.json({ error: 'Content-Type must be application/json' }, 415)
  }
  const wanted = schema.safeParse(await context.req.json().catch(() => undefined))
  return wanted.success ? wanted.data : context.json({ error: z.prettifyError(wanted.error) }, 400)
}
