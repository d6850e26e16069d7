import * as z from 'zod/mini'
import { changeWebhook } from '#contract/console/webhooks.ts'

const { name, url } = changeWebhook.input.shape

/** An empty URL keeps the current one. */
export const changed = z.object({
  name,
  url: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.trim() || undefined),
    ),
    url,
  ),
})
