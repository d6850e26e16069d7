import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { csvText } from '#contract/csv.ts'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { instantOf } from '#contract/time.ts'
import { AreaTabs } from '#pages/ssh-keys/AreaTabs.tsx'
import { NothingFound } from '#pages/ssh-keys/NothingFound.tsx'
import { everyAssociation, everyHost, everyUser } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useSearchedRows } from '#ui/table/searched-rows.ts'
import { Moment } from '#ui/values/Moment.tsx'
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

const hostColumns = (accounts: (host: SshHost) => number | undefined): Column<SshHost>[] => [
  {
    id: 'name',
    header: 'Name',
    priority: 1,
    width: '20%',
    sortable: true,
    filter: true,
    value: nameOf,
    cell: (host) => nameOf(host) || 'Unnamed',
  },
  {
    id: 'address',
    header: 'Address',
    priority: 1,
    sortable: true,
    filter: true,
    value: ({ IPADDRESS }) => IPADDRESS,
    cell: ({ IPADDRESS }) => <code>{IPADDRESS || '–'}</code>,
  },
  {
    id: 'port',
    header: 'Port',
    kind: 'number',
    align: 'end',
    width: 85,
    sortable: true,
    value: ({ Port }) => Port,
    cell: ({ Port }) => Port ?? '–',
  },
  {
    id: 'description',
    header: 'Description',
    width: '28%',
    filter: true,
    sortable: true,
    value: ({ Description }) => Description,
    cell: ({ Description }) => Description || '–',
  },
  {
    id: 'users',
    header: 'Users',
    kind: 'number',
    align: 'end',
    width: 85,
    sortable: true,
    value: accounts,
    cell: (host) => accounts(host) ?? '–',
  },
  {
    id: 'landing',
    header: 'Landing server',
    hidden: true,
    value: ({ LandingServerName }) => LandingServerName,
    cell: ({ LandingServerName }) => LandingServerName || '–',
  },
  {
    id: 'path',
    header: 'Path',
    hidden: true,
    value: ({ Path }) => Path,
    cell: ({ Path }) => <code>{Path || '–'}</code>,
  },
  {
    id: 'added',
    header: 'Added',
    kind: 'date',
    width: 120,
    sortable: true,
    filter: true,
    value: ({ CreationTime }) => instantOf(CreationTime)?.getTime(),
    cell: ({ CreationTime }) => <Moment at={instantOf(CreationTime)} raw={CreationTime} />,
  },
]
