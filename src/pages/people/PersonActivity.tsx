import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'

/** What this person did, and what was done with their account, as both audits have it. */
export function Component() {
  const { name = '' } = useParams()
  return <Activity key={name} subject={name} search={name} />
}
