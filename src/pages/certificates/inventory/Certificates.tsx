import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { loadBehind } from '#components/area/load-behind.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { BulkHost } from '#components/bulk/BulkHost.tsx'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { addCertificate } from '#contract/keys/certificates.ts'
import { createCertificate } from '#contract/keys/requests.ts'
import { asOf, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { needsIssued } from '#contract/keys/rules/origin.ts'
import { needsRevocations } from '#contract/keys/rules/shown-state.ts'
import { CertificateSelection } from '#pages/certificates/bulk/CertificateSelection.tsx'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useNow } from '#ui/values/clock.ts'
import { certificates, certificateSearch } from './certificate-search.ts'
import { certificateColumns } from './CertificateColumns.tsx'
import { CertificateFilters, CertificateGroups } from './CertificateFilters.tsx'
import { FirstAuthority, useNeedsAuthority } from './FirstAuthority.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  loadBehind(() => import('#components/issuing/behind-lists.ts'))
  return prefetchRows(certificates, request)
}

/** Every certificate that the key service knows. */
export function Component() {
  const now = useNow()
  const { notice } = (useLocation().state ?? {}) as { notice?: string }
  const { table, answer, asked, ...list } = useCachedList(certificates, certificateColumns)
  const search = list.state
  const rows = useMemo(() => table.rows.map((row) => asOf(row, now)), [table.rows, now])
  const asksIssuers = search.state !== 'any' || search.origin !== 'any'
  // Neither the rows nor the counts of such a filter are known without the issued and revoked certificates.
  const isUnknown =
    answer !== undefined && answer.issued !== 'told' && (needsRevocations(search.state) || needsIssued(search.origin))
  const isDeploymentIgnored = search.deployed !== 'any' && answer !== undefined && answer.deployments !== 'told'
  const needsAuthority = useNeedsAuthority(answer?.counts.all === 0 && certificateSearch.active(search).length === 0)
  return (
    <Page title="Certificates" actions={<Actions />}>
      <AreaTabs of="certificates">
        <Stack gap="md">
          {notice && <Notice tone="ok" title={notice} urgent />}
          {needsAuthority && <FirstAuthority />}
          {!needsAuthority && <CertificateGroups of={list} counts={isUnknown ? undefined : answer?.counts} />}
          {asksIssuers && answer?.issued === 'not offered' && (
            <NotReported what="which certificates were issued and revoked">They are shown as “Unknown”.</NotReported>
          )}
          {asksIssuers && answer?.issued === 'failed' && (
            <Notice tone="warn" title="Issued and revoked certificates could not be loaded">
              <span>Certificates are shown as “Unknown”: {answer.issuedProblem?.message}.</span>
            </Notice>
          )}
          {search.deployed !== 'any' && answer?.deployments === 'not offered' && (
            <NotReported what="what was deployed where">All certificates are listed.</NotReported>
          )}
          {search.deployed !== 'any' && answer?.deployments === 'failed' && (
            <Notice tone="warn" title="Deployments could not be loaded">
              <span>All certificates are listed.</span>
            </Notice>
          )}
          <CacheAge endpoint={findCertificates} asked={asked} />
          {!needsAuthority && (
            <BulkHost>
              <ListTable
                {...table}
                // Not the number of those that match: they cannot be selected together.
                total={isDeploymentIgnored ? undefined : table.total}
                filterBar={<CertificateFilters of={list} />}
                rows={rows}
                caption="Certificates"
                rowId={idOf}
                rowHref={hrefOf}
                nothing={{
                  many: 'certificates',
                  one: 'certificate',
                  hint: 'Import one, create one, or start a discovery of hosts.',
                  unmatched: {
                    ...(isUnknown && { title: 'Unknown which certificates match' }),
                    hint: 'Alternative names and serial numbers cannot be searched. Search for the common name.',
                  },
                }}
                SelectionActions={CertificateSelection}
                grid
              />
            </BulkHost>
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
