import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { profilesQuery } from './profiles.ts'

/** Notice that profiles could not be loaded. It disappears once they have loaded. */
export function ProfilesProblem({ without }: { without: string }) {
  const { data, error } = useQuery(profilesQuery)
  if (data !== undefined || !error) return null
  return (
    <Notice tone="warn" title="The list of profiles could not be loaded">
      <span>
        {without} Server response: {problemOf(error).message}
      </span>
    </Notice>
  )
}
