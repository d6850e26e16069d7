import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { notOffered } from '#components/offered/not-reported.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { addServer, removeServer } from '#contract/keys/servers.ts'
import { type Server, serversQuery } from '#components/issuing/servers-query.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { AddServer } from './AddServer.tsx'
import { RemoveServer } from './RemoveServer.tsx'
import { serverColumns } from './ServerColumns.tsx'

export const loader = () => prefetch(serversQuery)

/** Deployment servers for certificates. */
export function Component() {
  const asked = useQuery(serversQuery)
  const { data } = asked
  const list = useSearchedList(data?.rows, searchTexts)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Server>()
  const [done, setDone] = useState<string>()
  const columns = usePermittedColumns(serverColumns(setRemoving), [removeServer])
  return (
    <Page
      title="Deployment servers"
      actions={
        <ActionButton
          variant="filled"
          endpoint={addServer}
          reason={data === null ? notOffered : !data && 'The list of servers is not loaded.'}
          onClick={() => setAdding(true)}
        >
          Add a server
        </ActionButton>
      }
    >
      <AreaTabs of="certificates">
        <Stack gap="md">
          {done && <Notice tone="ok" title={done} urgent />}
          {data !== null && (
            <Text size="sm">
              “Deploy” on a certificate page writes the certificate, its chain and its private key to these paths over
              SSH, runs the reload command, and checks which certificate the TLS address presents.
            </Text>
          )}
          {data === null ? (
            <NotReported what="which servers are saved">
              Add them in its own user interface. To deploy a certificate, enter the name of a server on the page of the
              certificate.
            </NotReported>
          ) : (
            <ListTable
              search="Name, host, user or file"
              asked={asked}
              caption="Servers"
              rows={list.found}
              columns={columns}
              rowId={idOf}
              nothing={{ many: 'servers', hint: 'Add a server with a user on a host and the paths of its two files.' }}
              name="servers"
              state={list}
              exportAs="servers"
            />
          )}
        </Stack>
      </AreaTabs>
      {adding && (
        <AddServer
          taken={data?.rows.flatMap(({ serverName }) => serverName ?? []) ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <RemoveServer
          server={removing}
          others={(data?.rows.length ?? 1) - 1}
          onDone={setDone}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Page>
  )
}

const idOf = ({ ServerId, serverName = '' }: Server) => (ServerId === undefined ? serverName : String(ServerId))
const searchTexts = (server: Server) => {
  const { serverName, ResourceName, userName, certificatePath, keyPath, reloadCommand, tlsAddress } = server
  return [serverName, ResourceName, userName, certificatePath, keyPath, reloadCommand, tlsAddress]
}
