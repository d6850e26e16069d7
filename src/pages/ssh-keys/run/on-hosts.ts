import { call } from '#api/call.ts'
import { associateKey, dissociateKey, listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { Account } from './each-account.ts'

const accountIn = ({ resourceName, userName }: Account) => ({ resourceName, userName })

/** Whether the host says that the key opens the account. */
export const isPresent = async (keyName: string, account: Account): Promise<boolean> =>
  (await call(listSshKeysOfUser, accountIn(account))).includes(keyName)

export async function requirePresent(keyName: string, account: Account): Promise<void> {
  if (!(await isPresent(keyName, account))) {
    throw new Problem('FAILED', `“${keyName}” was not found on the host`)
  }
}

/** Adds its line, and asks the host whether it stands there. Who calls it fetches the associations anew at the end. */
export async function addTo(account: Account, keyName: string): Promise<void> {
  await call(associateKey, { keyName, ...accountIn(account) })
  await requirePresent(keyName, account)
}

/** Who calls it fetches the associations anew at the end, too. */
export const takeFrom = (account: Account, keyName: string) => call(dissociateKey, { keyName, ...accountIn(account) })
