import * as z from 'zod/mini'

export const placeForm = z.object({
  resourceName: z.string().check(z.minLength(1, 'Choose a host')),
  userName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
})

/** An account, and the managed keys that currently grant access to it according to the host. */
export type AccountAccess = z.output<typeof placeForm> & { present: readonly string[] }
