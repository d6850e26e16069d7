import * as z from 'zod'
import { accountEmail, accountName } from '#contract/desktop/accounts.ts'
import { hasPasswordLength, passwordLength } from '#contract/desktop/new-password.ts'

export const setUpForm = z
  .object({
    user_name: accountName,
    email: z.string().trim().pipe(accountEmail),
    password: z.string().refine(hasPasswordLength, `Use ${passwordLength}`),
    repeated: z.string(),
  })
  .refine(({ password, repeated }) => password === repeated, {
    path: ['repeated'],
    error: 'The passwords do not match',
  })
