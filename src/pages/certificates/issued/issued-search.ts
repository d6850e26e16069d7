import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { shownStates, stateLabels } from '#pages/certificates/revocation-filter.ts'
import { paths } from '#paths.ts'

/** What is issued here is always known. */
export const issuedStates = shownStates.filter((state) => state !== 'unknown')

export const issuedSearch = listAddress(
  {
    search: searchText,
    state: oneOf('any', issuedStates),
    /** The fingerprint of an authority. */
    issuer: searchText,
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    state: ({ state }) => `state “${stateLabels[state]}”`,
    issuer: ({ issuer }) => `issuer ${issuer}`,
  },
)
export type IssuedSearch = (typeof issuedSearch)['usual']

export const issuedAt = (search: Partial<IssuedSearch>) =>
  `${paths.certificatesIssued}?${issuedSearch.searchFor(search)}`
