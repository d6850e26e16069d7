import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { csvText } from '#contract/csv.ts'
import { addServer, removeServer } from '#contract/keys/servers.ts'
import { AreaTabs } from '#pages/certificates/AreaTabs.tsx'
import { type Server, serversQuery } from '#pages/certificates/certificate/actions/deploy.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useSearchedRows } from '#ui/table/searched-rows.ts'
import { AddServer } from './AddServer.tsx'
import { RemoveServer } from './RemoveServer.tsx'
import { serverColumns } from './ServerColumns.tsx'

export const loader = () => prefetch(serversQuery)

/** The servers that certificates can be deployed to. */
export function Component() {
  const { data, error, refetch } = useQuery(serversQuery)
  const { found, search, setSearch, address } = useSearchedRows(data?.rows ?? none, saidBy)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Server>()
  const [done, setDone] = useState<string>()
  const may = useMay()
  const mayAdd = may(addServer.permission)
  return (
    <Page
      title="Deployment servers"
      actions={
        <Button disabled={!mayAdd || !data} onClick={() => setAdding(true)}>
          Add a server
        </Button>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          {done && <Notice tone="ok" title={done} urgent />}
          <Text size="sm">
            “Deploy” on a certificate page writes the certificate, its chain and its private key to these paths over
            SSH.
            {!mayAdd && ` To change them, your account needs ${addServer.permission}.`}
          </Text>
          <Group>
            <SearchField value={search} placeholder="Name, host, user or file" onChange={setSearch} />
          </Group>
          <DataTable
            caption="Servers"
            rows={found}
            columns={serverColumns(may(removeServer.permission) ? setRemoving : undefined)}
            rowId={idOf}
            loading={!data && !error}
            problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
            empty={<NoServer search={search} onClear={() => setSearch('')} />}
            storageKey={useTableKey('servers')}
            address={address}
            csv={{ name: 'servers', write: csvText }}
          />
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

const none: Server[] = []
const idOf = ({ ServerId, serverName = '' }: Server) => (ServerId === undefined ? serverName : String(ServerId))
const saidBy = ({ serverName, ResourceName, userName, certificatePath, keyPath }: Server) => [
  serverName,
  ResourceName,
  userName,
  certificatePath,
  keyPath,
]

function NoServer({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '') {
    return (
      <Empty title="No servers yet yet" hint="Add a server with a user on a host and the paths of its two files." />
    )
  }
  return (
    <Empty
      title={`No server matches “${search}”`}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  )
}
