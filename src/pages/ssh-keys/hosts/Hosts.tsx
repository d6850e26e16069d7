import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { prefetch, useOffers } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { searchedCachedList } from '#components/lists/cached-list.ts'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { notOffered } from '#components/offered/not-reported.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { type SshHostRow, sshHostColumns as value } from '#contract/keys/rules/ssh-host-list.ts'
import { listSshResources } from '#contract/keys/ssh.ts'
import { anyAssociation } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { AddHost } from './AddHost.tsx'

const { text, code, number, time } = columnsOf<SshHostRow>()
const searchable = { sortable: true, filter: true } as const

const hostColumns = [
  text('name', 'Name', value.name, { priority: 1, width: '20%', ...searchable, missing: 'Unnamed' }),
  code('address', 'Address', value.address, { priority: 1, ...searchable }),
  number('port', 'Port', value.port, { width: 85, sortable: true, cell: ({ host: { Port } }) => Port ?? '–' }),
  text('description', 'Description', value.description, { width: '28%', ...searchable }),
  number('users', 'Users', value.users, { width: 85, sortable: true, cell: ({ users }) => users ?? 'Unknown' }),
  text('landing', 'Landing server', ({ host }) => host.LandingServerName, { hidden: true }),
  code('path', 'Path', ({ host }) => host.Path, { hidden: true }),
  time('added', 'Added', ({ host }) => host.CreationTime, { width: 120, ...searchable }),
]

const hosts = searchedCachedList('ssh-hosts', findHosts, hostColumns)

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetch(anyAssociation)
  return prefetchRows(hosts, request)
}

/** Hosts with managed SSH keys. */
export function Component() {
  const { table, asked } = useCachedList(hosts, hostColumns)
  useQuery(anyAssociation)
  const offers = useOffers(addSshResource)
  return (
    <Page
      title="SSH keys"
      actions={
        <ActionButton
          variant="filled"
          endpoint={addSshResource}
          reason={!offers && notOffered}
          renderDialog={(close) => <AddHost onClose={close} />}
        >
          Add host
        </ActionButton>
      }
    >
      <AreaTabs of="sshKeys">
        <Stack gap="md">
          <CacheAge endpoint={findHosts} asked={asked} />
          <ListTable
            search="Name, address or description"
            {...table}
            of={listSshResources}
            caption="Hosts"
            rowId={nameOf}
            rowHref={(row) => paths.sshHost(nameOf(row))}
            nothing={{
              many: 'hosts',
              one: 'host',
              hint: offers
                ? 'Add a host and its credentials to deploy keys to it.'
                : 'Hosts are added in the user interface of this server.',
            }}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const nameOf = ({ host: { ResourceName = '' } }: SshHostRow) => ResourceName
