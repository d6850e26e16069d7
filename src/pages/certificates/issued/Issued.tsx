import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { FilterBar, optionsOf } from '#components/lists/FilterBar.tsx'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { expiryOf } from '#contract/certificate-state.ts'
import { findIssued } from '#contract/console/issued-list.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { type IssuedCertificate, issuerText } from '#contract/keys/rules/issued-list.ts'
import { stateLabels } from '#contract/keys/rules/shown-state.ts'
import { Outcome } from '#pages/certificates/certificate/actions/Outcome.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Authorities, authoritiesQuery } from './Authorities.tsx'
import { issued, issuedStates } from './issued-search.ts'
import { issuedColumns, revokeColumn } from './IssuedColumns.tsx'
import { RevokeDeleted } from './RevokeDeleted.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetch(authoritiesQuery)
  return prefetchRows(issued, request)
}

const states = issuedStates.map((value) => ({ value, label: stateLabels[value] }))

/** All certificates issued by our authorities, including revoked and deleted ones. */
export function Component() {
  const now = useNow()
  const { table, answer, asked, ...list } = useCachedList(issued, issuedColumns)
  const isUntold = asked.data === null
  const [revoking, setRevoking] = useState<IssuedCertificate>()
  const [outcome, setOutcome] = useState<string>()
  const rows = useMemo(
    () => table.rows.map((row) => ({ ...row, expiry: expiryOf(row.expiry.raw, now) })),
    [table.rows, now],
  )
  const columns = usePermittedColumns(
    [...table.columns, ...(answer?.hasDeleted ? [revokeColumn(setRevoking)] : [])],
    [revokeCertificate],
  )
  const issuers = answer?.issuers.map((one) => [one.issuer, issuerText({ ...one, issuerName: one.name })]) ?? []
  return (
    <Page title="Issued certificates">
      <AreaTabs of="certificates">
        <Stack gap="md">
          <Authorities issuers={answer?.issuers} waiting={asked.data === undefined && !asked.error} />
          {isUntold ? (
            <NotReported what="which certificates were issued and revoked">
              Certificates in the inventory can be revoked on their pages.
            </NotReported>
          ) : (
            <>
              <CacheAge endpoint={findIssued} asked={asked} />
              <ListTable
                filterBar={
                  <FilterBar
                    of={list}
                    placeholder="Name, serial number, issuer, reason"
                    filters={[
                      { name: 'state', label: 'State', options: states },
                      {
                        name: 'issuer',
                        label: 'Issuer',
                        options: optionsOf('Any issuer', Object.fromEntries(issuers) as Record<string, string>),
                      },
                    ]}
                  />
                }
                {...table}
                rows={rows}
                columns={columns}
                caption="Issued"
                rowId={({ issuer, serialNumber }) => `${issuer} ${serialNumber}`}
                nothing={{
                  many: 'certificates',
                  one: 'certificate',
                  none: 'No issued certificates yet',
                  hint: 'Sign a request or create a certificate.',
                }}
                grid
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
