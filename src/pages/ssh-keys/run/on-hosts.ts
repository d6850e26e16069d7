import { call } from '#api/call.ts'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { associateKey, dissociateKey, listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { Account } from './account.ts'

const accountIn = ({ resourceName, userName }: Account) => ({ resourceName, userName })

/** Whether the host says that the key opens the account. */
export const isPresent = async (keyName: string, account: Account): Promise<boolean> =>
  (await call(listSshKeysOfUser, accountIn(account))).includes(keyName)

/**
 * What is proven about a key: that the host accepted a sign-in with it, or, from a server that tries none, that its line
 * stands there. Throws why the key does not open the account.
 */
export async function proofOf(keyName: string, account: Account): Promise<string> {
  const proof = await call(testSshKey, { keyName, ...accountIn(account) }).catch(unlessNotOffered)
  if (proof?.Outcome === 'opens') return 'sign-in with it succeeded'
  if (proof) throw new Problem('FAILED', proof.OutcomeText ?? 'No sign-in with the key could be tried')
  if (await isPresent(keyName, account)) return 'listed by the server, sign-in not tested'
  throw new Problem('FAILED', `“${keyName}” was not found on the host`)
}

function unlessNotOffered(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'NOT_OFFERED') throw error
}

/** Adds its line, and says what that has opened. Who calls it fetches the associations anew at the end. */
export async function addTo(account: Account, keyName: string): Promise<string> {
  await call(associateKey, { keyName, ...accountIn(account) })
  return proofOf(keyName, account)
}

/** Who calls it fetches the associations anew at the end, too. Says so where the key still opens the account. */
export async function takeFrom(account: Account, keyName: string): Promise<string | undefined> {
  const { message } = await call(dissociateKey, { keyName, ...accountIn(account) })
  return stillOpens(message)
}

/** The words of a server that tried the key afterwards. */
export const stillOpens = (message: string) => (/still accepts a sign-in/.test(message) ? message : undefined)
