import { accountName } from '#contract/desktop/accounts.ts'
import { Problem } from '#contract/problem.ts'
import { requireAcceptablePassword } from '#services/desktop/acceptable-password.ts'
import type { Settings } from './settings.ts'

type Checked = Pick<Settings, 'demoPassword' | 'publicUrl' | 'firstAdmin' | 'seed'>

/** Rejects easily guessed passwords on consoles that others can reach. Throws one line that names the setting. */
export async function requireStrongPasswords({ demoPassword, publicUrl, firstAdmin, seed }: Checked) {
  if (demoPassword !== undefined && publicUrl !== undefined && seed !== 'empty') {
    await checked('TRIPTYCH_DEMO_PASSWORD', demoPassword)
  }
  if (!firstAdmin) return
  const name = accountName.safeParse(firstAdmin.name)
  if (!name.success) throw new Error(`TRIPTYCH_FIRST_ADMIN ${name.error.issues[0]?.message}`)
  await checked('TRIPTYCH_FIRST_ADMIN', firstAdmin.password, firstAdmin.name)
}

const checked = (setting: string, password: string, account?: string) =>
  requireAcceptablePassword(password, { field: 'the password', ...(account !== undefined && { account }) }).catch(
    (error: unknown) => {
      throw error instanceof Problem ? new Error(`${setting}: ${error.message}`) : error
    },
  )
