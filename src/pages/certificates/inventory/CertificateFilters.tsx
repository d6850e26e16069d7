import { FilterBar, type Option } from '#components/lists/FilterBar.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import { deployedStates, groups } from '#contract/keys/rules/inventory.ts'
import { originLabels, origins } from '#contract/keys/rules/origin.ts'
import { shownStates, stateLabels } from '#contract/keys/rules/shown-state.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { type CertificateSearch, deployedLabels, groupLabels } from './certificate-search.ts'

const choices = (all: string, values: readonly string[], label = (value: string) => value): Option[] => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: label(value) })),
]
const named = <V extends string>(values: readonly V[], labels: Record<V, string>): Option[] =>
  values.map((value) => ({ value, label: labels[value] }))

const filters = [
  {
    name: 'days',
    label: 'Expiry',
    options: choices('Any expiry', ['7', '30', '90', '365'], (days) =>
      days === '365' ? 'Within a year' : `Within ${days} days`,
    ),
  },
  {
    name: 'bits',
    label: 'Key length',
    options: choices('Any length', ['256', '384', '521', '1024', '2048', '3072', '4096'], (bits) => `${bits} bits`),
  },
  {
    name: 'algorithm',
    label: 'Signature algorithm',
    options: choices('Any signature', ['SHA1', 'SHA256', 'SHA384', 'SHA512', 'MD5', 'Ed25519']),
  },
  { name: 'state', label: 'State', options: named(shownStates, stateLabels) },
  { name: 'origin', label: 'Origin', options: named(origins, originLabels) },
  { name: 'deployed', label: 'Deployed', options: named(deployedStates, deployedLabels) },
] as const

type Of = Pick<ListState<CertificateSearch>, 'list' | 'state' | 'show' | 'clear'>

export const CertificateFilters = ({ of }: { of: Of }) => (
  <FilterBar of={of} placeholder="Name, host, issuer, created by" filters={filters} />
)

type GroupProps = {
  of: Of
  /** Number of matching certificates by group; undefined while loading. */
  counts: Readonly<Record<string, number>> | undefined
}

export const CertificateGroups = ({ of, counts }: GroupProps) => (
  <FilterTabs
    label="Show"
    value={of.state.show}
    options={groups.map((value) => ({ value, label: groupLabels[value], count: counts?.[value] }))}
    onChange={(show) => of.show({ show })}
  />
)
