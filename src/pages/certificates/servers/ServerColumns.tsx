import { columnsOf } from '#components/lists/Columns.tsx'
import type { Server } from '#pages/certificates/certificate/actions/deploy.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/layout/layout.ts'

const { text, code, time, actions } = columnsOf<Server>({ filter: true })

/** `remove`: undefined where the account may not. */
export const serverColumns = (remove: ((server: Server) => void) | undefined) => [
  text('name', 'Name', ({ serverName }) => serverName, {
    priority: 1,
    width: '13%',
    sortable: true,
    missing: 'Unnamed',
  }),
  text('host', 'Host', ({ ResourceName }) => ResourceName, {
    priority: 1,
    width: '16%',
    sortable: true,
    to: ({ ResourceName }) => ResourceName && paths.sshHost(ResourceName),
  }),
  text('user', 'User', ({ userName }) => userName, { width: '9%', sortable: true }),
  code('certificate', 'Certificate path', ({ certificatePath }) => certificatePath, { breaks: true }),
  code('key', 'Private key path', ({ keyPath }) => keyPath, { breaks: true }),
  time('added', 'Added', ({ CreationTime }) => CreationTime, { width: 130, sortable: true, filter: false }),
  actions(
    (server) => (
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
    { width: 95 },
  ),
]
