/** SSH access matrix: accounts by keys. */
import type { Association } from './ssh-key-list.ts'

/** An account of a host with the keys that grant access. */
export type AccessRow = {
  host: string
  user: string
  /** `since`: as reported by the server. `outcome`: result of a test sign-in, if the server performs one. */
  keys: { name: string; since?: string | undefined; outcome?: string | undefined }[]
  /** Why its keys are unknown. */
  unread?: string | undefined
}

export function accessRows(associations: readonly Association[]): AccessRow[] {
  const accounts = new Map<string, AccessRow>()
  for (const {
    ResourceName: host = '',
    UserName: user = '',
    KeyName: name = '',
    AssociatedTime: since,
    Outcome: outcome,
  } of associations) {
    const id = JSON.stringify([host, user])
    const row = accounts.get(id) ?? { host, user, keys: [] }
    row.keys.push({ name, ...(since !== undefined && { since }), ...(outcome !== undefined && { outcome }) })
    accounts.set(id, row)
  }
  return [...accounts.values()]
}

/** Limits the width of the table. */
const maxKeyColumns = 100

/** Keys with a column: all, or those with the most accounts. `left` is the number of other keys. */
export function keysWithColumns(rows: readonly AccessRow[]): { names: string[]; left: number } {
  const counts = new Map<string, number>()
  for (const { keys } of rows) for (const { name } of keys) counts.set(name, (counts.get(name) ?? 0) + 1)
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const names = byCount.slice(0, maxKeyColumns).toSorted()
  return { names, left: byCount.length - names.length }
}

/** Servers without the extension report no date; the embedded service reports the result of test sign-ins. */
export function accessText({ keys, unread }: AccessRow, name: string): string {
  const key = keys.find((one) => one.name === name)
  if (!key) return unread === undefined ? 'No access' : 'Unknown'
  if (key.outcome === 'refused') return 'Sign-in refused'
  return key.since === undefined || key.outcome === 'opens' ? 'Grants access' : 'Not tested'
}

export const keyColumn = (name: string) => `key ${name}`

export const accessColumns = {
  account: ({ host, user }: AccessRow) => `${user}@${host}`,
  count: ({ keys, unread }: AccessRow) => (unread === undefined ? keys.length : undefined),
}

/** Searched texts. */
export const accessTexts = ({ host, user, keys }: AccessRow) => [host, user, ...keys.map(({ name }) => name)]
