import type { Kysely } from 'kysely'
import type { accountRows } from '#contract/desktop/account.ts'
import { authenticatorAddress } from '#contract/desktop/authentication.ts'
import { Problem } from '#contract/problem.ts'
import { consoleClientId } from '#services/identity/clients.ts'
import { refused } from '#services/refusal.ts'
import type { Call, Handlers } from '#services/router.ts'
import { requireAcceptablePassword } from './acceptable-password.ts'
import type { AccountSignIn } from './account-sign-in.ts'
import { type Account, findAccount, userDataOf } from './accounts.ts'
import { endAccess } from './administration/end-access.ts'
import { hashPassword } from './password.ts'
import { permissionsOf } from './roles.ts'
import { offerAuthenticator, takeOffer } from './second-factor/authenticator-offer.ts'
import { changeSecondFactor } from './second-factor/change-second-factor.ts'
import { countDevices } from './second-factor/remembered-devices.ts'
import type { SecretSeal } from './second-factor/secret-seal.ts'
import type { DesktopTables } from './tables.ts'

export type OwnAccountParts = {
  signIn: AccountSignIn
  seal: SecretSeal
  /** Directory domains for sign-in. */
  domains: readonly string[]
  /** Whether the server can send one-time codes by email. */
  mailCodes: boolean
}

/** The caller's own account, identified by the token, never by input. */
export function ownAccountHandlers(
  db: Kysely<DesktopTables>,
  { signIn, seal, mailCodes }: OwnAccountParts,
): Handlers<typeof accountRows> {
  async function ownOf({ caller }: Call): Promise<Account> {
    const account = caller && (await findAccount(db, caller.name))
    if (!account) throw refused('desktop', 'notAuthorized')
    return account
  }

  /** Security settings can be changed by the user only: other applications may read them, regardless of their grant. */
  function ownToChange(call: Call): Promise<Account> {
    const { scopes, client } = call.caller ?? {}
    if (!scopes || client === consoleClientId) return ownOf(call)
    throw new Problem('10007')
  }

  async function shown(call: Call) {
    const account = await ownOf(call)
    return {
      user_data: userDataOf(account),
      user_permissions: permissionsOf(account.role),
      second_factor: account.second_factor,
      remembered_devices: await countDevices(db, account.id),
      mail_codes: mailCodes,
    }
  }

  const changeTo = async (call: Call, second_factor: 'none' | 'mail') => {
    const { id } = await ownToChange(call)
    await db.transaction().execute((transaction) => changeSecondFactor(transaction, id, second_factor))
    return shown(call)
  }

  return {
    getOwnAccount: (_input, call) => shown(call),

    startAuthenticator: async (_input, call) => {
      const { id, name } = await ownToChange(call)
      const secret = await offerAuthenticator(db, seal, id)
      return { secret, address: authenticatorAddress({ secret, account: name }) }
    },

    confirmAuthenticator: async ({ otp }, call) => {
      await takeOffer(db, seal, (await ownToChange(call)).id, otp)
      return shown(call)
    },

    useMailCodes: async (_input, call) => {
      if (!mailCodes) throw noMail('this server cannot send email. Use an authenticator app')
      if ((await ownOf(call)).email === '')
        throw noMail('your account has no email address. Ask an administrator to add it')
      return changeTo(call, 'mail')
    },
    dropSecondFactor: (_input, call) => changeTo(call, 'none'),

    changePassword: async ({ old_password, new_password }, call) => {
      const { name } = await ownToChange(call)
      await requireAcceptablePassword(new_password, { account: name })
      const { id } = await signIn.withPassword(name, old_password, call).catch(notSignedOut)
      const password_hash = await hashPassword(new_password)
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('account').set({ password_hash }).where('id', '=', id).execute()
        await endAccess(transaction, id, call.caller)
      })
      return shown(call)
    },
  }
}

const noMail = (why: string) =>
  new Problem('10010', `second_factor: ${why}`, { service: 'desktop', field: 'second_factor' })

/** Not 401, which would end the session: here, the caller is signed in. */
function notSignedOut(problem: unknown): never {
  const isWrong = problem instanceof Problem && problem.code === '10001'
  if (!isWrong) throw problem
  throw new Problem('10010', 'old_password: is not your password', { service: 'desktop', field: 'old_password' })
}
