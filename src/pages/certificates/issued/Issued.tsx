import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { csvText } from '#contract/csv.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { AreaTabs } from '#pages/certificates/AreaTabs.tsx'
import { issuedQuery } from '#pages/certificates/certificate-query.ts'
import { Outcome } from '#pages/certificates/certificate/actions/Outcome.tsx'
import filters from '#pages/certificates/inventory/Certificates.module.css'
import { isShown, stateLabels } from '#pages/certificates/revocation-filter.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { keepColumns } from '#ui/table/state/table-address.ts'
import { useNow } from '#ui/values/clock.ts'
import { Authorities, authoritiesQuery } from './Authorities.tsx'
import { type IssuedCertificate, issuedOf, isIssuedFoundBy, issuerText } from './issued-rows.ts'
import { everyIssued, type IssuedSearch, issuedSearch, issuedStates } from './issued-search.ts'
import { issuedColumns } from './IssuedColumns.tsx'
import { RevokeDeleted } from './RevokeDeleted.tsx'

export const loader = () => {
  prefetch(authoritiesQuery)
  return prefetch(issuedQuery)
}

/** Every certificate that our authorities have issued, revoked and deleted ones included. */
export function Component() {
  const [address, changeAddress] = useAddress()
  const now = useNow()
  const search = z.decode(issuedSearch, address)
  const { data, error, refetch } = useQuery(issuedQuery)
  const [revoking, setRevoking] = useState<IssuedCertificate>()
  const [outcome, setOutcome] = useState<string>()
  const mayRevoke = useMay()(revokeCertificate.permission)
  const all = useMemo(() => data && issuedOf(data.rows, now), [data, now])
  const found = (all ?? [])
    .filter(isIssuedFoundBy(search.search))
    .filter((row) => isShown(search.state, row.revocation) && (search.issuer === '' || row.issuer === search.issuer))
  const show = (change: Partial<IssuedSearch>, replace = false) =>
    changeAddress(
      (before) => keepColumns(before, z.encode(issuedSearch, { ...z.decode(issuedSearch, before), ...change })),
      { replace, preventScrollReset: true },
    )
  return (
    <Page title="Issued certificates">
      <AreaTabs>
        <Stack gap="md">
          <Authorities issued={error ? [] : all} />
          <IssuedFilters search={search} rows={all ?? []} onChange={show} />
          <DataTable
            caption="Issued"
            rows={found}
            columns={issuedColumns(all ?? [], mayRevoke ? setRevoking : undefined)}
            rowId={({ issuer, serialNumber }) => `${issuer} ${serialNumber}`}
            loading={!data && !error}
            problem={
              error && (
                <Stack gap="xs">
                  <Text size="sm">This server does not report issued and revoked certificates.</Text>
                  <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
                </Stack>
              )
            }
            empty={<NothingIssued search={search} onClear={() => show(everyIssued)} />}
            grid
            storageKey={useTableKey('issued')}
            address={[address, changeAddress]}
            csv={{ name: 'issued-certificates', write: csvText }}
          />
        </Stack>
      </AreaTabs>
      {revoking && <RevokeDeleted certificate={revoking} onDone={setOutcome} onClose={() => setRevoking(undefined)} />}
      {outcome !== undefined && <Outcome text={outcome} onClose={() => setOutcome(undefined)} />}
    </Page>
  )
}

type FilterProps = {
  search: IssuedSearch
  rows: readonly IssuedCertificate[]
  onChange: (change: Partial<IssuedSearch>, replace?: boolean) => void
}

function IssuedFilters({ search, rows, onChange }: FilterProps) {
  const issuers = new Map(rows.map((row) => [row.issuer, issuerText(row)]))
  // What the address chose is offered, whether it has issued anything or not.
  if (search.issuer !== '' && !issuers.has(search.issuer)) issuers.set(search.issuer, search.issuer)
  return (
    <div className={filters.filters}>
      <SearchField
        label="Search"
        placeholder="Name, serial number, issuer, reason"
        value={search.search}
        onChange={(text) => onChange({ search: text }, true)}
      />
      <FilterSelect
        label="State"
        value={search.state}
        options={issuedStates.map((value) => ({ value, label: stateLabels[value] }))}
        onChange={(state) => onChange({ state: state as IssuedSearch['state'] })}
      />
      <FilterSelect
        label="Issuer"
        value={search.issuer}
        options={[{ value: '', label: 'Any issuer' }, ...[...issuers].map(([value, label]) => ({ value, label }))]}
        onChange={(issuer) => onChange({ issuer })}
      />
    </div>
  )
}

function NothingIssued({ search, onClear }: { search: IssuedSearch; onClear: () => void }) {
  if (Object.values(search).join('') === Object.values(everyIssued).join('')) {
    return <Empty title="No issued certificates yet" hint="Sign a request or create a certificate." />
  }
  return (
    <Empty
      title="No matching certificates"
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  )
}
