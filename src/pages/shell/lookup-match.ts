import { isMacAddress, macAsWritten } from '#components/lookup/mac-address.ts'
import type { ComputerSearchColumn } from '#contract/desktop/computer-fields.ts'
import { foldedText, rankOf } from '#contract/text-rank.ts'

/** A search result. `texts`: searchable values, the name first. */
export type Found = { id: string; group: LookupGroup; title: string; detail: string; to: string; rank: number }
export type Candidate = Omit<Found, 'rank'> & { texts: readonly (string | undefined)[] }

export const lookupGroups = [
  'Recently opened',
  'People',
  'Devices',
  'On devices',
  'Desktops',
  'On desktops',
  'Certificates',
  'SSH keys',
  'SSH hosts',
  'Pages',
] as const
export type LookupGroup = (typeof lookupGroups)[number]

/** Minimum length: shorter texts match too much to search servers for. */
export const minCharacters = 2

const max = 6

/** Results by rank. Results that a server matched by a value that is not shown are kept, as the last ones. */
export function ranked(candidates: readonly Candidate[], text: string, foundByServer: boolean): Found[] {
  const wanted = foldedText(text)
  return candidates
    .flatMap(({ texts, ...found }) => {
      const rank = rankOf(texts, wanted) ?? (foundByServer ? 4 : undefined)
      return rank === undefined ? [] : [{ ...found, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, max)
}

/** Merges results of one kind without duplicates; the first occurrence is kept. */
export function merged(...found: readonly (readonly Found[])[]): Found[] {
  const once = new Map<string, Found>()
  for (const one of found.flat()) if (!once.has(one.id)) once.set(one.id, one)
  return [...once.values()].toSorted((one, other) => one.rank - other.rank).slice(0, max)
}

const minDigits = 5
/** Matches phone numbers in any format. */
export function isSamePhone(phone: string | undefined, text: string): boolean {
  const wanted = /^[\d +()/.-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^00/, '') : ''
  return wanted.length >= minDigits && (phone ?? '').replace(/\D/g, '').includes(wanted)
}

/** Grouped by kind; the kind with the best match first, pages last among equals. */
export const grouped = (found: readonly Found[]): [LookupGroup, Found[]][] =>
  lookupGroups
    .map((group): [LookupGroup, Found[]] => [group, found.filter((one) => one.group === group)])
    .filter(([, items]) => items.length > 0)
    .toSorted(([, [one]], [, [other]]) => (one?.rank ?? 0) - (other?.rank ?? 0))

/** Search texts for MAC addresses: in the notation of the services, and also as entered if the text is ambiguous. */
export function spellings(text: string): readonly [string, string?] {
  const kind = isMacAddress(text)
  const mac = macAsWritten(text)
  return kind === 'certain' ? [mac] : kind === 'possible' && mac !== text ? [text, mac] : [text]
}

type SearchColumn = Extract<
  ComputerSearchColumn,
  'owner_email_id' | 'mac_address' | 'ip_address' | 'resource_name' | 'owner' | 'agent_logged_on_users' | 'servicetag'
>
const names = ['resource_name', 'owner', 'agent_logged_on_users', 'servicetag'] as const

/**
 * Columns to search in desktop management, each with its search text. The server searches one column at a time, so they
 * depend on the format of the text.
 */
export function columnsFor(text: string): (readonly [SearchColumn, string])[] {
  const asTyped = (columns: readonly SearchColumn[]) => columns.map((column) => [column, text] as const)
  const ofMac = ['mac_address', macAsWritten(text)] as const
  if (text.includes('@')) return asTyped(['owner_email_id'])
  const kind = isMacAddress(text)
  if (kind) return kind === 'certain' ? [ofMac] : [ofMac, ...asTyped(names)]
  return asTyped(/^\d{1,3}(\.\d{0,3}){1,3}$/.test(text) ? ['ip_address'] : names)
}
