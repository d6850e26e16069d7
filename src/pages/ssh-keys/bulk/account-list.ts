import { exportLimit, orderAndFilters, part } from '#components/lists/cached-list.ts'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import { query } from '#api/query.ts'
import { findSshUsers, maxAccounts } from '#contract/console/ssh-user-list.ts'
import { maxRows } from '#contract/page.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'
import type { accountColumns } from './AccountColumns.tsx'

export const grantedLabels = { any: 'Any access', yes: 'With access by this key', no: 'Without access by this key' }
const grants = ['any', 'yes', 'no'] as const

const accountAddress = listAddress(
  { ...pageOf(100, maxRows), search: searchText, granted: oneOf('any', grants) },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    granted: ({ granted }) => `“${grantedLabels[granted]}”`,
  },
)
export type AccountList = ServerList<typeof findSshUsers, (typeof accountAddress)['defaults']>

/** Users of all hosts to which a key can be deployed, with server-side paging. */
export const accountList = (keyName: string, columns: ReturnType<typeof accountColumns>): AccountList => ({
  name: 'ssh-key-accounts',
  endpoint: findSshUsers,
  address: accountAddress,
  input: ({ search, granted }, from) => ({
    withLogins: true,
    ...(search && { search }),
    ...(granted !== 'any' && { granted: { key: keyName, is: granted === 'yes' } }),
    ...orderAndFilters(columns, from),
  }),
  part,
  exportLimit,
})

/** Current data of the selected accounts, in their order. */
export const chosenAccounts = (accounts: readonly Account[]) =>
  query(findSshUsers, {
    accounts: accounts.map(({ resourceName: host, userName: user }) => ({ host, user })),
    offset: 0,
    limit: maxAccounts,
  })
