import { Link } from 'react-router'
import { instantOf } from '#contract/time.ts'
import type { Server } from '#pages/certificates/certificate/actions/deploy.ts'
import { paths } from '#paths.ts'
import { Anchor, Button } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'

/** `remove`: undefined where the account may not. */
export const serverColumns = (remove: ((server: Server) => void) | undefined): Column<Server>[] => [
  {
    id: 'name',
    header: 'Name',
    priority: 1,
    width: '13%',
    sortable: true,
    filter: true,
    value: ({ serverName }) => serverName,
    cell: ({ serverName }) => serverName || 'Unnamed',
  },
  {
    id: 'host',
    header: 'Host',
    priority: 1,
    width: '16%',
    sortable: true,
    filter: true,
    value: ({ ResourceName }) => ResourceName,
    cell: ({ ResourceName }) =>
      ResourceName ? (
        <Anchor component={Link} size="sm" to={paths.sshHost(ResourceName)}>
          {ResourceName}
        </Anchor>
      ) : (
        '–'
      ),
  },
  {
    id: 'user',
    header: 'User',
    width: '9%',
    sortable: true,
    filter: true,
    value: ({ userName }) => userName,
    cell: ({ userName }) => userName || '–',
  },
  {
    id: 'certificate',
    header: 'Certificate path',
    filter: true,
    value: ({ certificatePath }) => certificatePath,
    cell: ({ certificatePath = '' }) => (
      <code>
        <Breakable text={certificatePath || '–'} />
      </code>
    ),
  },
  {
    id: 'key',
    header: 'Private key path',
    filter: true,
    value: ({ keyPath }) => keyPath,
    cell: ({ keyPath = '' }) => (
      <code>
        <Breakable text={keyPath || '–'} />
      </code>
    ),
  },
  {
    id: 'added',
    header: 'Added',
    kind: 'date',
    width: 130,
    sortable: true,
    value: ({ CreationTime }) => instantOf(CreationTime)?.getTime(),
    cell: ({ CreationTime }) => <Moment at={instantOf(CreationTime)} raw={CreationTime} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    priority: 1,
    width: 95,
    cell: (server) => (
      <Button
        size="compact-xs"
        variant="default"
        disabled={!remove || !server.serverName}
        aria-label={`Remove ${server.serverName ?? 'a server without a name'}`}
        onClick={() => remove?.(server)}
      >
        Remove
      </Button>
    ),
  },
]
