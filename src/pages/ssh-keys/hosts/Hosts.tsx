import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { csvText } from '#contract/csv.ts'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { AreaTabs } from '#pages/ssh-keys/AreaTabs.tsx'
import { NothingFound } from '#pages/ssh-keys/NothingFound.tsx'
import { everyAssociation, everyHost, everyUser } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useSearchedRows } from '#ui/table/searched-rows.ts'
import { AddHost } from './AddHost.tsx'
import { type SshHost, usersOf } from './host-rows.ts'

export const loader = () => {
  prefetch(everyAssociation)
  prefetch(everyUser)
  return prefetch(everyHost)
}

/** The hosts that SSH keys are managed on. */
export function Component() {
  const { data, error, refetch } = useQuery(everyHost)
  const { data: users } = useQuery(everyUser)
  const { data: associations } = useQuery(everyAssociation)
  const { found, search, setSearch, address } = useSearchedRows(data?.rows ?? none, saidBy)
  const [adding, setAdding] = useState(false)
  const may = useMay()
  const accounts = ({ ResourceName = '' }: SshHost) =>
    users && associations && usersOf(ResourceName, users.rows, associations.rows).length
  return (
    <Page
      title="SSH keys"
      actions={
        <Button disabled={!may(addSshResource.permission)} onClick={() => setAdding(true)}>
          Add host
        </Button>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <Group>
            <SearchField value={search} placeholder="Name, address or description" onChange={setSearch} />
          </Group>
          <DataTable
            caption="Hosts"
            rows={found}
            columns={hostColumns(accounts)}
            rowId={nameOf}
            rowHref={(host) => paths.sshHost(nameOf(host))}
            loading={!data && !error}
            problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
            empty={
              <NothingFound
                what="hosts"
                hint="Add a host and its credentials to deploy keys to it."
                search={search}
                onClear={() => setSearch('')}
              />
            }
            storageKey={useTableKey('ssh-hosts')}
            address={address}
            csv={{ name: 'ssh-hosts', write: csvText }}
          />
        </Stack>
      </AreaTabs>
      {adding && <AddHost onClose={() => setAdding(false)} />}
    </Page>
  )
}

const none: SshHost[] = []
const nameOf = ({ ResourceName = '' }: SshHost) => ResourceName
const saidBy = (host: SshHost) => [host.ResourceName, host.IPADDRESS, host.Description, host.LandingServerName]

const { text, code, number, time } = columnsOf<SshHost>()
const searchable = { sortable: true, filter: true } as const

const hostColumns = (accounts: (host: SshHost) => number | undefined) => [
  text('name', 'Name', nameOf, { priority: 1, width: '20%', ...searchable, missing: 'Unnamed' }),
  code('address', 'Address', ({ IPADDRESS }) => IPADDRESS, { priority: 1, ...searchable }),
  number('port', 'Port', ({ Port }) => Port, { width: 85, sortable: true, cell: ({ Port }) => Port ?? '–' }),
  text('description', 'Description', ({ Description }) => Description, { width: '28%', ...searchable }),
  number('users', 'Users', accounts, { width: 85, sortable: true }),
  text('landing', 'Landing server', ({ LandingServerName }) => LandingServerName, { hidden: true }),
  code('path', 'Path', ({ Path }) => Path, { hidden: true }),
  time('added', 'Added', ({ CreationTime }) => CreationTime, { width: 120, ...searchable }),
]
