import { instantOf } from '#contract/time.ts'
import type { Association } from '#pages/ssh-keys/keys/ssh-key-rows.ts'

/** One account of one host, and since when which key opens it. */
export type AccessRow = {
  host: string
  user: string
  keys: ReadonlyMap<string, { since: Date | undefined; raw?: string }>
}

/** Who can get where with what: accounts by keys. */
export function accessRows(associations: readonly Association[]): { rows: AccessRow[]; keyNames: string[] } {
  const accounts = Map.groupBy(associations, ({ ResourceName, UserName }) => JSON.stringify([ResourceName, UserName]))
  const rows = [...accounts.values()].map((here) => ({
    host: here[0]?.ResourceName ?? '',
    user: here[0]?.UserName ?? '',
    keys: new Map(
      here.map(({ KeyName = '', AssociatedTime }) => [
        KeyName,
        { since: instantOf(AssociatedTime), raw: AssociatedTime },
      ]),
    ),
  }))
  const keyNames = [...new Set(associations.map(({ KeyName = '' }) => KeyName))].toSorted()
  return { rows, keyNames }
}
