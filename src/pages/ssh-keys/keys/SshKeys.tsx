import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { addSshKey, createSshKey } from '#contract/keys/ssh.ts'
import { everyAssociation, everyKey } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { placeText, sshKeyRows, type SshKeyRow } from './ssh-key-rows.ts'
import { sshKeyColumns } from './SshKeyColumns.tsx'

export const loader = () => {
  prefetch(everyAssociation)
  return prefetch(everyKey)
}

/** Every SSH key, what speaks against it, and what it opens. */
export function Component() {
  const asked = useQuery(everyKey)
  const { data } = asked
  const { data: associations } = useQuery(everyAssociation)
  const rows = useMemo(() => sshKeyRows(data?.rows ?? [], associations), [data, associations])
  const list = useSearchedList(rows, saidBy)
  return (
    <Page title="SSH keys" actions={<Actions />}>
      <AreaTabs of="sshKeys">
        <Stack gap="md">
          <FilterBar of={list} placeholder="Name, type, fingerprint, user or host" />
          <ListTable
            asked={asked}
            caption="SSH keys"
            rows={list.found}
            columns={sshKeyColumns}
            rowId={idOf}
            rowHref={hrefOf}
            empty={<NothingListed of={list} many="SSH keys" hint="Create one, or import one." />}
            grid
            name="ssh-keys"
            state={list}
            exportAs="ssh-keys"
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const idOf = ({ name, key }: SshKeyRow) => name || (key.FingerPrint ?? '')
const hrefOf = ({ name }: SshKeyRow) => paths.sshKey(name)
const saidBy = ({ key, name, findings, places = [] }: SshKeyRow) => [
  name,
  key.KeyType,
  key.KeyLength,
  key.FingerPrint,
  key.CreatedBy,
  ...findings.map(({ text }) => text),
  ...places.map(placeText),
]

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
