import { useState } from 'react'
import { change, useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { connectCloud, type ConnectionView, disconnectCloud } from '#contract/console/connections.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { SelfClientDialog } from './SelfClientDialog.tsx'

/** OAuth grant of a cloud connection: by user consent, or with the code of a self-client. */
export function CloudAccess({ connection }: { connection: ConnectionView }) {
  const { name, grant } = connection
  const [told, setTold] = useState<boolean>()
  const { problem, pending, attempt } = useAttempt()
  const connect = () =>
    attempt(async () => {
      const { address } = await change(connectCloud, { connection: name })
      window.location.assign(address)
    })
  const disconnect = async () => setTold((await change(disconnectCloud, { connection: name })).revoked)

  return (
    <>
      <Granted grant={grant} />
      <Group gap="xs">
        <ActionButton
          endpoint={connectCloud}
          size="xs"
          variant={grant?.connected ? 'default' : 'filled'}
          loading={pending}
          onClick={connect}
        >
          {grant?.connected ? 'Connect again' : 'Connect'}
        </ActionButton>
        <ActionButton
          endpoint={connectCloud}
          size="xs"
          renderDialog={(close) => <SelfClientDialog connection={connection} onClose={close} />}
        >
          Connect with a self-client code
        </ActionButton>
        {grant?.connected && (
          <ActionButton
            endpoint={disconnectCloud}
            size="xs"
            renderDialog={(close) => (
              <Confirm title={`Disconnect ${name}?`} action="Disconnect" onConfirm={disconnect} onClose={close}>
                The access of the console is revoked here and at the identity provider. Pages that need this server are
                not available until it is connected again. Users signed in through the identity provider keep their own
                access.
              </Confirm>
            )}
          >
            Disconnect
          </ActionButton>
        )}
      </Group>
      <Refused problem={problem} />
      {told !== undefined && <Disconnected told={told} />}
    </>
  )
}

function Granted({ grant }: Pick<ConnectionView, 'grant'>) {
  if (!grant?.connected) {
    return (
      <Group gap="xs">
        <StatusBadge tone="warn">Not connected</StatusBadge>
        <Text size="sm" c="dimmed">
          Grant the console access at the identity provider.
        </Text>
      </Group>
    )
  }
  return (
    <Group gap="xs">
      <StatusBadge tone="ok">Connected</StatusBadge>
      <Text size="sm" c="dimmed">
        {grant.by && <>by {grant.by}, </>}
        {grant.since !== undefined && <Moment at={new Date(grant.since)} />}
      </Text>
    </Group>
  )
}

const Disconnected = ({ told }: { told: boolean }) => (
  <Notice tone={told ? 'ok' : 'warn'} title="Disconnected" urgent>
    <span>
      {told
        ? 'The access was revoked at the identity provider.'
        : 'The identity provider could not be reached. The console will retry the revocation.'}
    </span>
  </Notice>
)
