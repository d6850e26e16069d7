import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { maxAccounts } from '#contract/console/ssh-user-list.ts'
import { type Account, accountId } from '#contract/keys/rules/hosts/ssh-account.ts'

/** Limited by the maximum URL length; more hosts need another run. */
export const maxChosen = maxAccounts

export const tooMany = (count: number) => count > maxChosen && `Select at most ${maxChosen}.`

const account = z.tuple([z.string().check(z.minLength(1)), z.string().check(z.minLength(1))])

function accountIn(text: string): Account[] {
  try {
    const [resourceName, userName] = account.parse(JSON.parse(text))
    return [{ resourceName, userName }]
  } catch {
    return [] // URLs can be edited, so invalid accounts are ignored
  }
}

export function accountsIn(address: URLSearchParams): Account[] {
  const all = address.getAll('account').flatMap(accountIn)
  return [...new Map(all.map((one) => [accountId(one), one])).values()].slice(0, maxChosen)
}

/** Accounts selected in the URL, so that the selection survives reloads and sign-ins. */
export function useChosen() {
  const [address, setAddress] = useSearchParams()
  const chosen = accountsIn(address)
  const choose = (accounts: readonly Account[]) =>
    setAddress(new URLSearchParams(accounts.slice(0, maxChosen).map((one) => ['account', accountId(one)])))
  return { chosen, ids: chosen.map(accountId), choose }
}

/** Link to a page with these accounts selected. */
export const withAccounts = (path: string, accounts: readonly Account[]) =>
  `${path}?${String(new URLSearchParams(accounts.slice(0, maxChosen).map((one) => ['account', accountId(one)])))}`
