import { listAddress, matching, oneOf, searchText, textUpTo } from '#components/lists/list-address.ts'
import type { Input } from '#contract/endpoint.ts'
import type { listCertificates } from '#contract/keys/certificates.ts'
import { groups } from '#pages/certificates/inventory.ts'
import { originLabels, origins } from '#pages/certificates/origin.ts'
import { shownStates, stateLabels } from '#pages/certificates/revocation-filter.ts'

export const groupLabels: Record<(typeof groups)[number], string> = {
  all: 'All',
  expired: 'Expired',
  soon: 'Expiring',
  weak: 'Weak',
  early: 'Not yet valid',
  duplicates: 'Same name',
  places: 'Seen on hosts',
}

const digits = matching(/^\d{0,6}$/)

export const certificateSearch = listAddress(
  {
    search: searchText,
    show: oneOf('all', groups),
    state: oneOf('any', shownStates),
    origin: oneOf('any', origins),
    days: digits,
    bits: digits,
    algorithm: textUpTo(50),
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    show: ({ show }) => `“${groupLabels[show]}”`,
    state: ({ state }) => `state “${stateLabels[state]}”`,
    origin: ({ origin }) => `origin “${originLabels[origin]}”`,
    days: ({ days }) => `expiry within ${days} days`,
    bits: ({ bits }) => `key length ${bits}`,
    algorithm: ({ algorithm }) => `signature “${algorithm}”`,
  },
)
export type CertificateSearch = (typeof certificateSearch)['usual']

/** The three filters that the service has; the others are applied here. */
export const toListInput = ({ days, bits, algorithm }: CertificateSearch): Input<typeof listCertificates> => ({
  ...(days && { withExpiryDaysLessThan: days }),
  ...(bits && { withKeyLength: bits }),
  ...(algorithm && { withSignatureAlgorithm: algorithm }),
})
