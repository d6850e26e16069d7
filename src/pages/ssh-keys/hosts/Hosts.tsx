import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { prefetch, useOffers } from '#api/query.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { notOffered } from '#components/offered/not-told.ts'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { everyAssociation, everyHost, everyUser } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Button, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { AddHost } from './AddHost.tsx'
import { type SshHost, usersOf } from './host-rows.ts'

export const loader = () => {
  prefetch(everyAssociation)
  prefetch(everyUser)
  return prefetch(everyHost)
}

/** The hosts that SSH keys are managed on. */
export function Component() {
  const asked = useQuery(everyHost)
  const { data } = asked
  const { data: users } = useQuery(everyUser)
  const { data: associations } = useQuery(everyAssociation)
  const list = useSearchedList(data?.rows, saidBy)
  const [adding, setAdding] = useState(false)
  const may = useMay()
  const offers = useOffers(addSshResource)
  const accounts = ({ ResourceName = '' }: SshHost) =>
    users && associations && usersOf(ResourceName, users.rows, associations).length
  return (
    <Page
      title="SSH keys"
      actions={
        <Button
          disabled={!may(addSshResource.permission) || !offers}
          title={offers ? undefined : notOffered}
          onClick={() => setAdding(true)}
        >
          Add host
        </Button>
      }
    >
      <AreaTabs of="sshKeys">
        <Stack gap="md">
          <FilterBar of={list} placeholder="Name, address or description" />
          <ListTable
            asked={asked}
            caption="Hosts"
            rows={list.found}
            columns={hostColumns(accounts)}
            rowId={nameOf}
            rowHref={(host) => paths.sshHost(nameOf(host))}
            empty={
              <NothingListed
                of={list}
                many="hosts"
                hint={
                  offers
                    ? 'Add a host and its credentials to deploy keys to it.'
                    : 'Hosts are added in the user interface of this server.'
                }
              />
            }
            name="ssh-hosts"
            state={list}
            exportAs="ssh-hosts"
          />
        </Stack>
      </AreaTabs>
      {adding && <AddHost onClose={() => setAdding(false)} />}
    </Page>
  )
}

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
