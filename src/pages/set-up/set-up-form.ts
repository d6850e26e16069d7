import * as z from 'zod/mini'
import { accountEmail, accountName } from '#contract/desktop/accounts.ts'
import { hasPasswordLength, passwordLength } from '#contract/desktop/new-password.ts'

export const setUpForm = z
  .object({
    user_name: accountName,
    email: z.pipe(z.string().check(z.trim()), accountEmail),
    password: z.string().check(z.refine(hasPasswordLength, `Use ${passwordLength}`)),
    repeated: z.string(),
  })
  .check(
    z.refine(({ password, repeated }) => password === repeated, {
      path: ['repeated'],
      error: 'The passwords do not match',
    }),
  )
