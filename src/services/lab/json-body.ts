import type { Context } from 'hono'
import * as z from 'zod/mini'

/** The body of a switch, or the answer that refuses it. */
export async function bodyOf<T extends z.ZodMiniType>(context: Context, schema: T): Promise<z.output<T> | Response> {
  // A page of another site can post text, but not JSON, without being asked first (CORS).
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    return context.json({ error: 'Content-Type must be application/json' }, 415)
  }
  const wanted = schema.safeParse(await context.req.json().catch(() => undefined))
  return wanted.success ? wanted.data : context.json({ error: z.prettifyError(wanted.error) }, 400)
}
