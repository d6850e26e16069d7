import { type Group, groups, type InventoryRow, isIn } from '#pages/certificates/inventory.ts'
import { type Origin, originLabels, origins } from '#pages/certificates/origin.ts'
import { type ShownState, shownStates, stateLabels } from '#pages/certificates/revocation-filter.ts'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import type { CertificateSearch } from './certificate-search.ts'
import classes from './Certificates.module.css'

const groupLabels: Record<Group, string> = {
  all: 'All',
  expired: 'Expired',
  soon: 'Expiring',
  weak: 'Weak',
  early: 'Not yet valid',
  duplicates: 'Same name',
  places: 'Seen on hosts',
}

const choices = {
  days: [
    ['', 'Expires any time'],
    ['7', 'Within 7 days'],
    ['30', 'Within 30 days'],
    ['90', 'Within 90 days'],
    ['365', 'Within a year'],
  ],
  bits: [
    ['', 'Any key length'],
    ...['256', '384', '521', '1024', '2048', '3072', '4096'].map((bits) => [bits, `${bits} bits`]),
  ],
  algorithm: [
    ['', 'Any signature'],
    ...['SHA1', 'SHA256', 'SHA384', 'SHA512', 'MD5', 'Ed25519'].map((name) => [name, name]),
  ],
} as const
const labels = { days: 'Expiry', bits: 'Key length', algorithm: 'Signature algorithm' } as const

type Props = {
  search: CertificateSearch
  /** Those that the search leaves; undefined where nobody knows yet. */
  rows: readonly InventoryRow[] | undefined
  onChange: (change: Partial<CertificateSearch>, replace?: boolean) => void
}

export function CertificateFilters({ search, rows, onChange }: Props) {
  return (
    <>
      <div className={`${classes.filters} ${classes.many}`}>
        <SearchField
          label="Search"
          placeholder="Name, host, issuer, created by"
          value={search.search}
          onChange={(text) => onChange({ search: text }, true)}
        />
        {(['days', 'bits', 'algorithm'] as const).map((name) => (
          <FilterSelect
            key={name}
            label={labels[name]}
            value={search[name]}
            options={optionsOf(name, search[name])}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <FilterSelect
          label="State"
          value={search.state}
          options={shownStates.map((value) => ({ value, label: stateLabels[value] }))}
          onChange={(state) => onChange({ state: state as ShownState })}
        />
        <FilterSelect
          label="Origin"
          value={search.origin}
          options={origins.map((value) => ({ value, label: originLabels[value] }))}
          onChange={(origin) => onChange({ origin: origin as Origin })}
        />
      </div>
      <FilterTabs
        label="Show"
        value={search.show}
        options={groups.map((value) => ({
          value,
          label: groupLabels[value],
          count: rows?.filter((row) => isIn(value, row)).length,
        }))}
        onChange={(show) => onChange({ show })}
      />
    </>
  )
}

/** What the address chose is offered, whether it is one of ours or not. */
function optionsOf(name: keyof typeof choices, chosen: string) {
  const known = choices[name].map(([value = '', label = '']) => ({ value, label }))
  return known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }]
}
