import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'

/** Audits, jobs and notes of this SSH key. */
export function Component() {
  const { name = '' } = useParams()
  return (
    <Activity key={name} kind="ssh-key" subject={name} search={name} identifiers={identifiersOf['ssh-key'](name)} />
  )
}
