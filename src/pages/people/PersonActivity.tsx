import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'

/** Actions of a person and changes of their account, from both audits. */
export function Component() {
  const { name = '' } = useParams()
  return <Activity key={name} subject={name} search={name} />
}
