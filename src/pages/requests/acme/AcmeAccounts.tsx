import { useState } from 'react'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import type { Output } from '#contract/endpoint.ts'
import { addAcmeServer, type listAcmeServers, removeAcmeServer } from '#contract/keys/acme-orders.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { AddAcmeServer } from './AddAcmeServer.tsx'

type Server = Output<typeof listAcmeServers>['rows'][number]

/** ACME servers that certificates can be ordered from. */
export function AcmeAccounts({ servers, onClose }: { servers: readonly Server[]; onClose: () => void }) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<string>()
  return (
    <Dialog title="ACME authorities" onClose={onClose}>
      <Stack gap="md">
        {servers.length === 0 && <Text size="sm">No authority yet. Add one to order certificates from it.</Text>}
        {servers.map(({ name = '', directory, contact, terms }) => (
          <Group key={name} justify="space-between" wrap="nowrap" align="start">
            <div>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {[directory, contact, terms && `accepted terms: ${terms}`].filter(Boolean).join(', ')}
              </Text>
            </div>
            <ActionButton
              endpoint={removeAcmeServer}
              size="compact-xs"
              aria-label={`Delete ${name}`}
              onClick={() => setRemoving(name)}
            >
              Delete
            </ActionButton>
          </Group>
        ))}
        <Group justify="end">
          <ActionButton endpoint={addAcmeServer} onClick={() => setAdding(true)}>
            Add authority
          </ActionButton>
        </Group>
      </Stack>
      {adding && <AddAcmeServer onClose={() => setAdding(false)} />}
      {removing !== undefined && (
        <Confirm
          title={`Delete the account at “${removing}”?`}
          action="Delete"
          onConfirm={() => change(removeAcmeServer, { name: removing })}
          onClose={() => setRemoving(undefined)}
        >
          <Text size="sm">
            The key of the account is deleted. Certificates stay valid; open orders there cannot be continued.
          </Text>
        </Confirm>
      )}
    </Dialog>
  )
}
