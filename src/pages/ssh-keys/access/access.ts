import { type AccessRow, accessRows } from '#contract/keys/rules/ssh-access-list.ts'
import type { Associations } from '#pages/ssh-keys/associations.ts'

/** Rows by account, including accounts whose keys could not be read. */
export const piecedTogether = ({ rows, unread }: Pick<Associations, 'rows' | 'unread'>): AccessRow[] => [
  ...accessRows(rows),
  ...unread.map(({ resourceName, userName, reason }): AccessRow => ({
    host: resourceName,
    user: userName,
    keys: [],
    unread: reason,
  })),
]
