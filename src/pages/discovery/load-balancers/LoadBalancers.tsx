import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { queryIfOffered } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { addLoadBalancer, listLoadBalancers, removeLoadBalancer } from '#contract/keys/load-balancers.ts'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { AddLoadBalancer } from './AddLoadBalancer.tsx'

const balancersQuery = queryIfOffered(listLoadBalancers, {})

/** Load balancers whose key stores are listed below. Hidden if the server does not list load balancers. */
export function LoadBalancers() {
  const { data, error, refetch } = useQuery(balancersQuery)
  if (data === null) return null
  const taken = data?.rows.flatMap(({ ResourceName }) => ResourceName ?? []) ?? []
  return (
    <Panel
      title="Load balancers"
      actions={
        <ActionButton
          endpoint={addLoadBalancer}
          size="xs"
          reason={!data && 'The list of load balancers is not loaded.'}
          renderDialog={(close) => <AddLoadBalancer taken={taken} onClose={close} />}
        >
          Connect a load balancer
        </ActionButton>
      }
    >
      {!data && <QueryState error={error} refetch={refetch} waiting lines={2} />}
      {data?.rows.length === 0 && (
        <Text size="sm">No load balancer is connected. Its key stores are listed here as soon as one is.</Text>
      )}
      <Stack gap="xs">
        {data?.rows.map(({ ResourceName = '', userName = '', storePath = '' }) => (
          <Group key={ResourceName} gap="sm">
            <Text size="sm">
              <strong>{ResourceName}</strong>, <code>{storePath}</code>, read as {userName}
            </Text>
            <ActionButton
              endpoint={removeLoadBalancer}
              size="compact-xs"
              aria-label={`Disconnect ${ResourceName}`}
              renderDialog={(close) => (
                <Confirm
                  title={`Disconnect the load balancer ${ResourceName}?`}
                  action="Disconnect"
                  onConfirm={() => change(removeLoadBalancer, { ResourceName })}
                  onClose={close}
                >
                  Its key stores are no longer listed. Nothing is changed on the host, and imported certificates are
                  kept.
                </Confirm>
              )}
            >
              Disconnect
            </ActionButton>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
