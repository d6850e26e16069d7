import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { secondFactors } from '#contract/desktop/account.ts'
import { accountRoles } from '#contract/desktop/accounts.ts'
import { changeAccount, listAccounts } from '#services/desktop/account-changes.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { bodyOf } from './json-body.ts'

const accountSwitch = z
  .strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    disabled: z.optional(z.boolean()),
    role: z.optional(z.enum(accountRoles)),
    /** With `authenticator`, the next sign-in requires enrollment. */
    second_factor: z.optional(z.enum(secondFactors)),
  })
  .check(
    z.refine((wanted) => Object.keys(wanted).some((what) => what !== 'name'), {
      error: 'must contain at least one of disabled, role or second_factor',
    }),
  )

/** Account changes as by an administrator, at any time. */
export function accountSwitches(db: Kysely<DesktopTables>) {
  const app = new Hono()
  const shown = async () => ({ accounts: await listAccounts(db) })

  app.get('/accounts', async (context) => context.json(await shown()))
  app.post('/accounts', async (context) => {
    const wanted = await bodyOf(context, accountSwitch)
    if (wanted instanceof Response) return wanted
    const { name, ...change } = wanted
    if (!(await changeAccount(db, name, change))) return context.json({ error: 'There is no such account' }, 404)
    return context.json(await shown())
  })
  return app
}
