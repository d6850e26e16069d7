import { exportLimit, orderAndFilters, part } from '#components/lists/cached-list.ts'
import { listAddress, matching, oneOf, pageOf, searchText, textUpTo } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { maxRows } from '#contract/page.ts'
import { type DeployedState, deployedStates, groups } from '#contract/keys/rules/inventory.ts'
import { originLabels, origins } from '#contract/keys/rules/origin.ts'
import { shownStates, stateLabels, statesOf } from '#contract/keys/rules/shown-state.ts'
import { counted } from '#contract/words/counted.ts'
import { certificateColumns } from './CertificateColumns.tsx'

export const groupLabels: Record<(typeof groups)[number], string> = {
  all: 'All',
  expired: 'Expired',
  soon: 'Expiring',
  weak: 'Weak',
  early: 'Not yet valid',
  duplicates: 'Same name',
  places: 'Seen on hosts',
  renewed: 'Renewed, not served',
  differs: 'Different on hosts',
}

export const deployedLabels: Record<DeployedState, string> = {
  any: 'Any deployment',
  yes: 'Deployed to a server',
  no: 'Not deployed',
}

const digits = matching(/^\d{0,6}$/)

export const certificateSearch = listAddress(
  {
    ...pageOf(100, maxRows),
    search: searchText,
    show: oneOf('all', groups),
    state: oneOf('any', shownStates),
    origin: oneOf('any', origins),
    deployed: oneOf('any', deployedStates),
    days: digits,
    bits: digits,
    algorithm: textUpTo(50),
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    show: ({ show }) => `“${groupLabels[show]}”`,
    state: ({ state }) => `state “${stateLabels[state]}”`,
    origin: ({ origin }) => `origin “${originLabels[origin]}”`,
    deployed: ({ deployed }) => `deployment “${deployedLabels[deployed]}”`,
    days: ({ days }) => `expiry within ${counted(Number(days), 'day', 'days')}`,
    bits: ({ bits }) => `key length ${bits}`,
    algorithm: ({ algorithm }) => `signature “${algorithm}”`,
  },
)
export type CertificateSearch = (typeof certificateSearch)['defaults']

/** The inventory, by page. */
export const certificates: ServerList<typeof findCertificates, CertificateSearch> = {
  name: 'certificates',
  endpoint: findCertificates,
  address: certificateSearch,
  input: ({ search, show, state, origin, deployed, days, bits, algorithm }, address) => ({
    ...(search && { search }),
    ...(show !== 'all' && { group: show }),
    ...(state !== 'any' && { states: [...statesOf(state)] }),
    ...(origin !== 'any' && { origin }),
    ...(deployed !== 'any' && { deployed }),
    ...(days && { days }),
    ...(bits && { bits }),
    ...(algorithm && { algorithm }),
    ...orderAndFilters(certificateColumns, address),
  }),
  part,
  exportLimit,
}
