import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { csvText } from '#contract/csv.ts'
import { addSshKey, createSshKey } from '#contract/keys/ssh.ts'
import { AreaTabs } from '#pages/ssh-keys/AreaTabs.tsx'
import { NothingFound } from '#pages/ssh-keys/NothingFound.tsx'
import { everyAssociation, everyKey } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useSearchedRows } from '#ui/table/searched-rows.ts'
import { placeText, sshKeyRows, type SshKeyRow } from './ssh-key-rows.ts'
import { sshKeyColumns } from './SshKeyColumns.tsx'

export const loader = () => {
  prefetch(everyAssociation)
  return prefetch(everyKey)
}

/** Every SSH key, what speaks against it, and what it opens. */
export function Component() {
  const { data, error, refetch } = useQuery(everyKey)
  const { data: associations } = useQuery(everyAssociation)
  const rows = useMemo(() => sshKeyRows(data?.rows ?? [], associations?.rows), [data, associations])
  const { found, search, setSearch, address } = useSearchedRows(rows, saidBy)
  return (
    <Page title="SSH keys" actions={<Actions />}>
      <AreaTabs>
        <Stack gap="md">
          <Group>
            <SearchField value={search} placeholder="Name, type, fingerprint, user or host" onChange={setSearch} />
          </Group>
          <DataTable
            caption="SSH keys"
            rows={found}
            columns={sshKeyColumns}
            rowId={idOf}
            rowHref={hrefOf}
            loading={!data && !error}
            problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
            empty={
              <NothingFound
                what="SSH keys"
                hint="Create one, or import one."
                search={search}
                onClear={() => setSearch('')}
              />
            }
            grid
            storageKey={useTableKey('ssh-keys')}
            address={address}
            csv={{ name: 'ssh-keys', write: csvText }}
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
  const may = useMay()
  if (!may(createSshKey.permission)) return null
  return (
    <>
      {may(addSshKey.permission) && (
        <Button component={Link} variant="default" to={paths.importSshKey}>
          Import
        </Button>
      )}
      <Button component={Link} to={paths.newSshKey}>
        New key
      </Button>
    </>
  )
}
