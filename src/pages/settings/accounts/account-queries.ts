import { query } from '#api/query.ts'
import { listAccounts } from '#contract/desktop/accounts.ts'

export const accountsQuery = { ...query(listAccounts, {}), retry: false }
