import { instantOf } from '#contract/time.ts'
import type { Association, Associations } from '#pages/ssh-keys/associations.ts'

/** One account of one host, and since when which key opens it. */
export type AccessRow = {
  host: string
  user: string
  keys: ReadonlyMap<string, { since: Date | undefined; raw?: string }>
  /** Why its keys are not known. */
  unread?: string
}

/** Who can get where with what: accounts by keys. */
export function accessRows({ rows: associations, unread }: Pick<Associations, 'rows' | 'unread'>) {
  const accounts = Map.groupBy(associations, ({ ResourceName, UserName }) => JSON.stringify([ResourceName, UserName]))
  const read = [...accounts.values()].map((here): AccessRow => ({
    host: here[0]?.ResourceName ?? '',
    user: here[0]?.UserName ?? '',
    keys: new Map(here.map(keyIn)),
  }))
  const others = unread.map(({ resourceName, userName, reason }): AccessRow => ({
    host: resourceName,
    user: userName,
    keys: new Map(),
    unread: reason,
  }))
  const keyNames = [...new Set(associations.map(({ KeyName = '' }) => KeyName))].toSorted()
  return { rows: [...read, ...others], keyNames }
}

const keyIn = ({ KeyName = '', AssociatedTime }: Association) =>
  [KeyName, { since: instantOf(AssociatedTime), raw: AssociatedTime }] as const
