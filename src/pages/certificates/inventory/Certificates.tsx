import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { NotTold } from '#components/offered/NotTold.tsx'
import { addCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { createCertificate } from '#contract/keys/requests.ts'
import { issuedQuery, useRevocations } from '#pages/certificates/certificate-query.ts'
import { type InventoryRow, inventoryOf, isFoundBy, isIn } from '#pages/certificates/inventory.ts'
import { isFrom } from '#pages/certificates/origin.ts'
import { isShown } from '#pages/certificates/revocation-filter.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useNow } from '#ui/values/clock.ts'
import { type CertificateSearch, certificateSearch, toListInput } from './certificate-search.ts'
import { certificateColumns } from './CertificateColumns.tsx'
import { CertificateFilters } from './CertificateFilters.tsx'
import { FirstAuthority, useNeedsAuthority } from './FirstAuthority.tsx'

const matching = (search: CertificateSearch) => query(listCertificates, toListInput(search))

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetch(issuedQuery)
  return prefetch(matching(certificateSearch.read(new URL(request.url).searchParams)))
}

/** Every certificate that the key service knows: the whole list is here, and is searched here. */
export function Component() {
  const list = useListState(certificateSearch)
  const search = list.state
  const now = useNow()
  const { notice } = (useLocation().state ?? {}) as { notice?: string }
  const asked = useQuery({ ...matching(search), placeholderData: keepPreviousData })
  const { data } = asked
  const { revocations, isTold, error: unknown, isLoading: isAsking } = useRevocations()
  const asksIssuers = search.state !== 'any' || search.origin !== 'any'
  const all = useMemo(() => inventoryOf(data?.rows ?? [], now, revocations), [data, now, revocations])
  const found = useMemo(
    () =>
      all
        .filter(isFoundBy(search.search))
        .filter((row) => isShown(search.state, row.revocation) && isFrom(search.origin, row)),
    [all, search.search, search.state, search.origin],
  )
  const needsAuthority = useNeedsAuthority(
    data !== undefined && all.length === 0 && certificateSearch.active(search).length === 0,
  )
  return (
    <Page title="Certificates" actions={<Actions />}>
      <AreaTabs of="certificates">
        <Stack gap="md">
          {notice && <Notice tone="ok" title={notice} urgent />}
          {needsAuthority && <FirstAuthority />}
          {!needsAuthority && <CertificateFilters of={list} rows={data && found} />}
          {asksIssuers && !isTold && (
            <NotTold what="which certificates were issued and revoked">They are shown as “Unknown”.</NotTold>
          )}
          {asksIssuers && unknown && (
            <Notice tone="warn" title="Issued and revoked certificates could not be loaded">
              <span>Certificates are shown as “Unknown”: {problemOf(unknown).message}.</span>
            </Notice>
          )}
          {!needsAuthority && (
            <ListTable
              asked={asked}
              waiting={asksIssuers && isAsking}
              caption="Certificates"
              rows={found.filter((row) => isIn(search.show, row))}
              columns={certificateColumns}
              rowId={idOf}
              rowHref={hrefOf}
              empty={
                <NothingListed
                  of={list}
                  many="certificates"
                  hint="Import one, create one, or start a discovery of hosts."
                  unmatched={{
                    hint: 'Alternative names and serial numbers cannot be searched. Search for the common name.',
                  }}
                />
              }
              grid
              name="certificates"
              state={list}
              exportAs="certificates"
            />
          )}
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const idOf = ({ id }: InventoryRow) => id
const hrefOf = ({ id }: InventoryRow) => paths.certificate(id)

function Actions() {
  return (
    <>
      <ActionLink endpoint={addCertificate} to={paths.importCertificate}>
        Import
      </ActionLink>
      <ActionLink endpoint={createCertificate} variant="filled" to={paths.newCertificate}>
        New certificate
      </ActionLink>
    </>
  )
}
