import type { listAccounts } from '#contract/desktop/accounts.ts'
import { type AccountRole, accountRoles } from '#contract/desktop/accounts.ts'
import type { Output } from '#contract/endpoint.ts'

export type ListedAccount = NonNullable<Output<typeof listAccounts>['accounts']>[number]

const roles: Record<AccountRole, { name: string; may: string }> = {
  administrator: { name: 'Administrator', may: 'everything' },
  operator: { name: 'Operator', may: 'read and write' },
  helpdesk: { name: 'Help desk', may: 'read' },
}

export const roleOptions = accountRoles.map((value) => ({
  value,
  label: `${roles[value].name} (${roles[value].may})`,
}))

export const roleName = (role: string | undefined) => roles[role as AccountRole]?.name ?? role ?? '–'

const factors: Record<string, string> = { none: 'Off', mail: 'Codes by email', authenticator: 'Authenticator app' }

export const factorName = ({ second_factor = '' }: ListedAccount) => factors[second_factor] ?? (second_factor || '–')

/** The last active administrator, whom the server neither disables nor demotes. */
export const isLastAdministrator = (account: ListedAccount, all: readonly ListedAccount[]) =>
  account.role === 'administrator' &&
  !account.disabled &&
  all.filter(({ role, disabled }) => role === 'administrator' && !disabled).length === 1
