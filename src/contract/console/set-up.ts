/** Separate from `session.ts` to keep the sign-in page small. */
import * as z from 'zod/mini'
import { createFirstAdministrator } from '#contract/desktop/accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'

export const setUp = endpoint({
  ...own,
  id: 'session.setUp',
  summary: 'Create the first administrator of a new installation with the setup link printed at startup',
  // No audit target: the user of the entry is the name, and for rejected names only a digest is recorded.
  path: '/api/session.setUp',
  input: createFirstAdministrator.input,
  output: z.object({}),
  permission: 'anyone',
  changes: ['session.current'],
})
