import { isMacAddress, macAsWritten } from '#components/lookup/mac-address.ts'
import type { ComputerSearchColumn } from '#contract/desktop/computer-fields.ts'
import { foldedText, rankOf } from '#contract/text-rank.ts'

/** One thing that was found. `texts` are what it can be found by, the name first. */
export type Found = { id: string; group: LookupGroup; title: string; detail: string; to: string; rank: number }
export type Candidate = Omit<Found, 'rank'> & { texts: readonly (string | undefined)[] }

export const lookupGroups = [
  'People',
  'Devices',
  'On devices',
  'Desktops',
  'Certificates',
  'SSH keys',
  'SSH hosts',
  'Pages',
] as const
export type LookupGroup = (typeof lookupGroups)[number]

/** Minimum length: shorter texts match too much to search servers for. */
export const minCharacters = 2

const max = 6

/** The best first. What a server found by something that is not shown here comes last, and is not dropped. */
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

/** By kind; the kind with the best match first, and pages last among equals. */
export const grouped = (found: readonly Found[]): [LookupGroup, Found[]][] =>
  lookupGroups
    .map((group): [LookupGroup, Found[]] => [group, found.filter((one) => one.group === group)])
    .filter(([, items]) => items.length > 0)
    .toSorted(([, [one]], [, [other]]) => (one?.rank ?? 0) - (other?.rank ?? 0))

/** What is asked where MAC addresses are: as services write them; both where a text may be something else, too. */
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

/** Desktop management searches one column at a time: those that a text like this may be in, each with what is asked. */
export function columnsFor(text: string): (readonly [SearchColumn, string])[] {
  const asTyped = (columns: readonly SearchColumn[]) => columns.map((column) => [column, text] as const)
  const ofMac = ['mac_address', macAsWritten(text)] as const
  if (text.includes('@')) return asTyped(['owner_email_id'])
  const kind = isMacAddress(text)
  if (kind) return kind === 'certain' ? [ofMac] : [ofMac, ...asTyped(names)]
  return asTyped(/^\d{1,3}(\.\d{0,3}){1,3}$/.test(text) ? ['ip_address'] : names)
}
