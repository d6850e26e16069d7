import { exportLimit, orderAndFilters, part } from '#components/lists/cached-list.ts'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import { findIssued } from '#contract/console/issued-list.ts'
import { maxRows } from '#contract/page.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { shownStates, stateLabels, statesOf } from '#contract/keys/rules/shown-state.ts'
import { paths } from '#paths.ts'
import { issuedColumns } from './IssuedColumns.tsx'

/** The revocation status of issued certificates is always known. */
export const issuedStates = shownStates.filter((state) => state !== 'unknown')

export const issuedSearch = listAddress(
  {
    ...pageOf(100, maxRows),
    search: searchText,
    state: oneOf('any', issuedStates),
    /** SHA-256 fingerprint of the authority. */
    issuer: searchText,
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    state: ({ state }) => `state “${stateLabels[state]}”`,
    issuer: ({ issuer }) => `issuer ${issuer}`,
  },
)
export type IssuedSearch = (typeof issuedSearch)['defaults']

export const issuedAt = (search: Partial<IssuedSearch>) =>
  `${paths.certificatesIssued}?${issuedSearch.searchFor(search)}`

/** Issued certificates, as a server-side list. */
export const issued: ServerList<typeof findIssued, IssuedSearch> = {
  name: 'issued',
  endpoint: findIssued,
  address: issuedSearch,
  input: ({ search, state, issuer }, address) => ({
    ...(search && { search }),
    ...(state !== 'any' && { states: [...statesOf(state)] }),
    ...(issuer && { issuer }),
    ...orderAndFilters(issuedColumns, address),
  }),
  part,
  exportLimit,
  madeOf: listIssued,
}
