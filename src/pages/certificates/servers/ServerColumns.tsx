import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { removeServer } from '#contract/keys/servers.ts'
import type { Server } from '#components/issuing/servers-query.ts'
import { paths } from '#paths.ts'

const { text, code, time, actions } = columnsOf<Server>({ filter: true })

export const serverColumns = (remove: (server: Server) => void) => [
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
  code('key', 'Private key path', ({ keyPath }) => keyPath, { breaks: true, hidden: true }),
  code('reload', 'Reload command', ({ reloadCommand }) => reloadCommand, { breaks: true }),
  code('tls', 'TLS address', ({ tlsAddress }) => tlsAddress, { breaks: true }),
  time('added', 'Added', ({ CreationTime }) => CreationTime, {
    width: 130,
    sortable: true,
    filter: false,
    hidden: true,
  }),
  actions(
    (server) => (
      <ActionButton
        endpoint={removeServer}
        size="compact-xs"
        reason={!server.serverName && 'The service identifies servers by name, and this server has none.'}
        aria-label={`Remove ${server.serverName ?? 'a server without a name'}`}
        onClick={() => remove(server)}
      >
        Remove
      </ActionButton>
    ),
    { width: 95 },
  ),
]
