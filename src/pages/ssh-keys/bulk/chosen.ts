import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { maxAccounts } from '#contract/console/ssh-user-list.ts'
import { type Account, accountId } from '#contract/keys/rules/hosts/ssh-account.ts'

/** An address holds no more; whoever has more hosts goes on with the next ones. */
export const maxChosen = maxAccounts

export const tooMany = (count: number) => count > maxChosen && `Select at most ${maxChosen}.`

const account = z.tuple([z.string().check(z.minLength(1)), z.string().check(z.minLength(1))])

function accountIn(text: string): Account[] {
  try {
    const [resourceName, userName] = account.parse(JSON.parse(text))
    return [{ resourceName, userName }]
  } catch {
    return [] // an address is anybody's: what is no account chooses none
  }
}

export function accountsIn(address: URLSearchParams): Account[] {
  const all = address.getAll('account').flatMap(accountIn)
  return [...new Map(all.map((one) => [accountId(one), one])).values()].slice(0, maxChosen)
}

/** Accounts that the address chooses: a reload, or another sign-in, shows the same. */
export function useChosen() {
  const [address, setAddress] = useSearchParams()
  const chosen = accountsIn(address)
  const choose = (accounts: readonly Account[]) =>
    setAddress(new URLSearchParams(accounts.slice(0, maxChosen).map((one) => ['account', accountId(one)])))
  return { chosen, ids: chosen.map(accountId), choose }
}

/** The address of a page that is about these accounts. */
export const withAccounts = (path: string, accounts: readonly Account[]) =>
  `${path}?${String(new URLSearchParams(accounts.slice(0, maxChosen).map((one) => ['account', accountId(one)])))}`
