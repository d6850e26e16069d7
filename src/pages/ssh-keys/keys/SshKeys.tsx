import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { BulkHost } from '#components/bulk/BulkHost.tsx'
import { searchedCachedList, withOptions } from '#components/lists/cached-list.ts'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { annotationColumnsOf, useCachedList } from '#components/lists/use-cached-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { type SshKeyRow, sshKeyRows } from '#contract/keys/rules/ssh-key-list.ts'
import { addSshKey, createSshKey } from '#contract/keys/ssh.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { SshKeySelection } from '#pages/ssh-keys/bulk/SshKeySelection.tsx'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { sshKeyColumns, withoutPlaces } from './SshKeyColumns.tsx'

const sshKeys = searchedCachedList('ssh-keys', findSshKeys, sshKeyColumns)

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(sshKeys, request)

/** All SSH keys, with weaknesses and associations. */
export function Component() {
  const { table, answer, asked } = useCachedList(sshKeys, sshKeyColumns)
  const isTold = answer?.associations === 'told'
  const { data: found } = useQuery({ ...everyAssociation, enabled: answer !== undefined && !isTold })
  const keys = table.rows.map(({ key }) => key)
  const withAnnotation = (row: SshKeyRow, at: number) => ({ ...row, annotation: table.rows[at]?.annotation })
  return (
    <Page title="SSH keys" actions={<Actions />}>
      <AreaTabs of="sshKeys">
        <Stack gap="md">
          <CacheAge endpoint={findSshKeys} asked={asked} />
          {!isTold && <UnreadAccounts of={found} />}
          <BulkHost>
            <ListTable
              search={isTold ? 'Name, type, fingerprint, user or host' : 'Name, type or fingerprint'}
              {...table}
              rows={isTold ? table.rows : sshKeyRows(keys, found).map(withAnnotation)}
              columns={
                isTold
                  ? table.columns
                  : [...withOptions(withoutPlaces, answer?.options), ...annotationColumnsOf<SshKeyRow>(answer)]
              }
              caption="SSH keys"
              rowId={idOf}
              rowHref={hrefOf}
              nothing={{ many: 'SSH keys', one: 'SSH key', hint: 'Create one, or import one.' }}
              SelectionActions={SshKeySelection}
              grid
            />
          </BulkHost>
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const idOf = ({ key }: SshKeyRow) => key.KeyName || (key.FingerPrint ?? '')
const hrefOf = ({ key }: SshKeyRow) => paths.sshKey(key.KeyName ?? '')

function Actions() {
  return (
    <>
      <ActionLink endpoint={addSshKey} to={paths.importSshKey}>
        Import
      </ActionLink>
      <ActionLink endpoint={createSshKey} variant="filled" to={paths.newSshKey}>
        New key
      </ActionLink>
    </>
  )
}
