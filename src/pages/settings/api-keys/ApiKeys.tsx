import { useQuery } from '@tanstack/react-query'
import { prefetch } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { connectionsQuery } from '#pages/settings/connections/connection-queries.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import { ConsoleKeys } from './ConsoleKeys.tsx'
import { keyServices } from './service-keys.ts'
import { ServiceKeys } from './ServiceKeys.tsx'

export const loader = () => prefetch(connectionsQuery)

export function Component() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  if (!data) return <QueryState error={error} refetch={refetch} waiting />
  const { connections, embedded } = data
  const connected = keyServices.filter(({ service }) => connections.some((one) => one.service === service))
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        An API key grants the permissions of an account on a server. The console stores its own keys encrypted and never
        displays them.
      </Text>
      <ConsoleKeys connections={connections} embedded={embedded} />
      {connected.map((service) => (
        <ServiceKeys key={service.service} of={service} />
      ))}
    </Stack>
  )
}
