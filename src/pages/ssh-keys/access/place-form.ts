import * as z from 'zod'

export const placeForm = z.object({
  resourceName: z.string().min(1, 'Choose a host'),
  userName: z.string().trim().min(1, 'Enter a user').max(255, 'At most 255 characters'),
})

/** An account, and the keys kept here that open it at present, as its host says. */
export type Looked = z.output<typeof placeForm> & { present: readonly string[] }
