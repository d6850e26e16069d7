import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useLocation } from 'react-router'
import * as z from 'zod'
import { problemOf } from '#api/problem-of.ts'
import { prefetch, query } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { csvText } from '#contract/csv.ts'
import { addCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { AreaTabs } from '#pages/certificates/AreaTabs.tsx'
import { issuedQuery, useRevocations } from '#pages/certificates/certificate-query.ts'
import { type InventoryRow, inventoryOf, isFoundBy, isIn } from '#pages/certificates/inventory.ts'
import { isFrom } from '#pages/certificates/origin.ts'
import { isShown } from '#pages/certificates/revocation-filter.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { keepColumns } from '#ui/table/state/table-address.ts'
import { useNow } from '#ui/values/clock.ts'
import { type CertificateSearch, certificateSearch, everyCertificate, toListInput } from './certificate-search.ts'
import { certificateColumns } from './CertificateColumns.tsx'
import { CertificateFilters } from './CertificateFilters.tsx'
import { FirstAuthority, useNeedsAuthority } from './FirstAuthority.tsx'

const searchIn = (address: URLSearchParams) => z.decode(certificateSearch, address)
const matching = (search: CertificateSearch) => query(listCertificates, toListInput(search))

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetch(issuedQuery)
  return prefetch(matching(searchIn(new URL(request.url).searchParams)))
}

/** Every certificate that the key service knows: the whole list is here, and is searched here. */
export function Component() {
  const [address, changeAddress] = useAddress()
  const storageKey = useTableKey('certificates')
  const now = useNow()
  const { notice } = (useLocation().state ?? {}) as { notice?: string }
  const search = searchIn(address)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...matching(search),
    placeholderData: keepPreviousData,
  })
  const { revocations, error: untold, isLoading: isAsking } = useRevocations()
  const asksIssuers = search.state !== everyCertificate.state || search.origin !== everyCertificate.origin
  const all = useMemo(() => inventoryOf(data?.rows ?? [], now, revocations), [data, now, revocations])
  const found = useMemo(
    () =>
      all
        .filter(isFoundBy(search.search))
        .filter((row) => isShown(search.state, row.revocation) && isFrom(search.origin, row)),
    [all, search.search, search.state, search.origin],
  )
  const show = (change: Partial<CertificateSearch>, replace = false) =>
    changeAddress((before) => keepColumns(before, z.encode(certificateSearch, { ...searchIn(before), ...change })), {
      replace,
      preventScrollReset: replace,
    })
  const needsAuthority = useNeedsAuthority(data !== undefined && all.length === 0 && !isFiltered(search))
  return (
    <Page title="Certificates" actions={<Actions />}>
      <AreaTabs>
        <Stack gap="md">
          {notice && <Notice tone="ok" title={notice} urgent />}
          {needsAuthority && <FirstAuthority />}
          {!needsAuthority && <CertificateFilters search={search} rows={data && found} onChange={show} />}
          {asksIssuers && untold && (
            <Notice tone="warn" title="This server does not report issued and revoked certificates">
              <span>Certificates are shown as “Unknown”: {problemOf(untold).message}.</span>
            </Notice>
          )}
          {!needsAuthority && (
            <DataTable
              caption="Certificates"
              rows={found.filter((row) => isIn(search.show, row))}
              columns={certificateColumns}
              rowId={idOf}
              rowHref={hrefOf}
              loading={(!data && !error) || (asksIssuers && isAsking)}
              stale={isPlaceholderData}
              problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
              empty={<NoCertificates search={search} onClear={() => show(everyCertificate)} />}
              grid
              storageKey={storageKey}
              address={[address, changeAddress]}
              csv={{ name: 'certificates', write: csvText }}
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
  const may = useMay()
  if (!may(addCertificate.permission)) return null
  return (
    <>
      <Button component={Link} variant="default" to={paths.importCertificate}>
        Import
      </Button>
      <Button component={Link} to={paths.newCertificate}>
        New certificate
      </Button>
    </>
  )
}

const isFiltered = (search: CertificateSearch) =>
  Object.entries(search).some(([name, value]) => value !== (everyCertificate as never)[name])

function NoCertificates({ search, onClear }: { search: CertificateSearch; onClear: () => void }) {
  if (!isFiltered(search))
    return <Empty title="No certificates yet" hint="Import one, create one, or start a discovery of hosts." />
  return (
    <Empty
      title="No matching certificates"
      hint="Alternative names and serial numbers cannot be searched. Search for the common name."
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  )
}
