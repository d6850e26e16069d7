import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { profilesQuery } from './profiles.ts'

/** Why no profile can be chosen for now; they are there by themselves once the server answers. */
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
