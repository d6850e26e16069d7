import { useQuery } from '@tanstack/react-query'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { Text } from '#ui/layout/layout.ts'
import { profilesQuery } from './profiles.ts'

/** Notice that profiles could not be loaded. It disappears once they have loaded. */
export function ProfilesProblem({ without }: { without: string }) {
  const { data, error, refetch } = useQuery(profilesQuery)
  if (data !== undefined || !error) return null
  return (
    <>
      <Text size="sm">The list of profiles could not be loaded. {without}</Text>
      <QueryProblem error={error} refetch={refetch} />
    </>
  )
}
