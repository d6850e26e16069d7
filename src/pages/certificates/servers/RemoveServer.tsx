import { change } from '#api/change.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { removeServer } from '#contract/keys/servers.ts'
import type { Server } from '#components/issuing/servers-query.ts'
import { Stack, Text } from '#ui/layout/layout.ts'

type Props = { server: Server; others: number; onDone: (text: string) => void; onClose: () => void }

/** Removes the saved server; its deployed files stay on the host and remain in use. */
export function RemoveServer({ server, others, onDone, onClose }: Props) {
  const { serverName = '', ResourceName = 'an unknown host', certificatePath = '–', keyPath = '–' } = server
  return (
    <Confirm
      title={`Remove the server “${serverName}”?`}
      action="Remove"
      typed={serverName}
      onConfirm={async () => {
        await change(removeServer, { serverName })
        onDone(`“${serverName}” removed. Nothing was changed on ${ResourceName}.`)
      }}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          Nothing is deleted on {ResourceName}: <code>{certificatePath}</code> and <code>{keyPath}</code> are kept, and
          the certificate stays in use until it is replaced.
        </Text>
        <Text size="sm">
          “{serverName}” can no longer be selected for deployment. “All saved servers” will mean{' '}
          {others === 0 ? 'none' : others === 1 ? 'the 1 other' : `the ${others} others`}.
        </Text>
      </Stack>
    </Confirm>
  )
}
