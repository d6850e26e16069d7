/** Not part of `session.ts`: whoever signs in needs none of it, and waits for every byte. */
import * as z from 'zod/mini'
import { createFirstAdministrator } from '#contract/desktop/accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'

export const setUp = endpoint({
  ...own,
  id: 'session.setUp',
  summary: 'Create the first administrator of a new installation with the setup link printed at startup',
  // No target: the name is the user of the entry, where it was done; a refused one stays a digest.
  path: '/api/session.setUp',
  input: createFirstAdministrator.input,
  output: z.object({}),
  permission: 'anyone',
  changes: ['session.current'],
})
