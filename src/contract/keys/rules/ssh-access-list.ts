/** Who can get where with which SSH key: accounts by keys. */
import type { Association } from './ssh-key-list.ts'

/** One account of one host, with the keys that open it. */
export type AccessRow = {
  host: string
  user: string
  /** `since`: as the server says it. `outcome`: what a sign-in with the key has shown, where the server tries one. */
  keys: { name: string; since?: string | undefined; outcome?: string | undefined }[]
  /** Why its keys are not known. */
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

/** More columns nobody can read. */
const maxKeyColumns = 100

/** Keys that have a column: all, or those that open the most accounts; `left`: how many keys have none. */
export function keysWithColumns(rows: readonly AccessRow[]): { names: string[]; left: number } {
  const counts = new Map<string, number>()
  for (const { keys } of rows) for (const { name } of keys) counts.set(name, (counts.get(name) ?? 0) + 1)
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const names = byCount.slice(0, maxKeyColumns).toSorted()
  return { names, left: byCount.length - names.length }
}

/** A server that lists keys with access by a stated operation has no date; ours says what a sign-in has shown. */
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

/** What a search looks in. */
export const accessTexts = ({ host, user, keys }: AccessRow) => [host, user, ...keys.map(({ name }) => name)]
