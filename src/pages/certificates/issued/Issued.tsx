import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { prefetch } from '#api/query.ts'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { FilterBar, optionsOf } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { NotTold } from '#components/offered/NotTold.tsx'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { issuedQuery } from '#pages/certificates/certificate-query.ts'
import { Outcome } from '#pages/certificates/certificate/actions/Outcome.tsx'
import { isShown, stateLabels } from '#pages/certificates/revocation-filter.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Authorities, authoritiesQuery } from './Authorities.tsx'
import { type IssuedCertificate, issuedOf, isIssuedFoundBy, issuerText } from './issued-rows.ts'
import { issuedSearch, issuedStates } from './issued-search.ts'
import { issuedColumns } from './IssuedColumns.tsx'
import { RevokeDeleted } from './RevokeDeleted.tsx'

export const loader = () => {
  prefetch(authoritiesQuery)
  return prefetch(issuedQuery)
}

const states = issuedStates.map((value) => ({ value, label: stateLabels[value] }))

/** Every certificate that our authorities have issued, revoked and deleted ones included. */
export function Component() {
  const now = useNow()
  const list = useListState(issuedSearch)
  const search = list.state
  const asked = useQuery(issuedQuery)
  const { data } = asked
  const [revoking, setRevoking] = useState<IssuedCertificate>()
  const [outcome, setOutcome] = useState<string>()
  const all = useMemo(() => (data ? issuedOf(data.rows, now) : undefined), [data, now])
  const columns = usePermittedColumns(issuedColumns(all ?? [], setRevoking), [revokeCertificate])
  const found = (all ?? [])
    .filter(isIssuedFoundBy(search.search))
    .filter((row) => isShown(search.state, row.revocation) && (search.issuer === '' || row.issuer === search.issuer))
  const issuers = Object.fromEntries((all ?? []).map((row) => [row.issuer, issuerText(row)]))
  return (
    <Page title="Issued certificates">
      <AreaTabs of="certificates">
        <Stack gap="md">
          <Authorities issued={asked.error || data === null ? [] : all} />
          {data === null ? (
            <NotTold what="which certificates were issued and revoked">
              Certificates in the inventory can be revoked on their pages.
            </NotTold>
          ) : (
            <>
              <FilterBar
                of={list}
                placeholder="Name, serial number, issuer, reason"
                filters={[
                  { name: 'state', label: 'State', options: states },
                  { name: 'issuer', label: 'Issuer', options: optionsOf('Any issuer', issuers) },
                ]}
              />
              <ListTable
                asked={asked}
                caption="Issued"
                rows={found}
                columns={columns}
                rowId={({ issuer, serialNumber }) => `${issuer} ${serialNumber}`}
                empty={
                  <NothingListed
                    of={list}
                    many="certificates"
                    none="No issued certificates yet"
                    hint="Sign a request or create a certificate."
                  />
                }
                grid
                name="issued"
                state={list}
                exportAs="issued-certificates"
              />
            </>
          )}
        </Stack>
      </AreaTabs>
      {revoking && <RevokeDeleted certificate={revoking} onDone={setOutcome} onClose={() => setRevoking(undefined)} />}
      {outcome !== undefined && <Outcome text={outcome} onClose={() => setOutcome(undefined)} />}
    </Page>
  )
}
