import { type Coded, coded, type Legend } from '#contract/codes/legend.ts'
import { platformNumbers, profileStatus, appType } from '#contract/mdm/status.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** Undocumented numbers are shown as they are, with a note. */
const codedOr = (field: string, legend: Legend, value: number | undefined): Coded =>
  value === undefined ? { label: '–' } : coded(field, legend, value)

export const platformOf = (value: number | undefined) => codedOr('platform_type', platformNumbers, value)
export const platformName = (value: number | undefined) => (value === undefined ? '' : platformOf(value).label)

/** State of a profile: the server's text takes precedence over its number. */
export function profileState(profile: {
  profile_status_id?: number
  profile_status?: string
  is_moved_to_trash?: boolean
}): Coded & { tone: Tone } {
  const { profile_status_id: id, profile_status: said, is_moved_to_trash: isInTrash } = profile
  if (isInTrash === true) return { label: 'In the trash', tone: 'muted' }
  const state = said || id === undefined ? { label: said || 'Unknown' } : coded('profile_status_id', profileStatus, id)
  const tone = id === published ? 'ok' : id === yetToDeploy ? 'warn' : 'muted'
  return { ...state, tone }
}
const [yetToDeploy, published] = [1, 110] satisfies (keyof typeof profileStatus)[]
export const isPublished = ({ profile_status_id: id }: { profile_status_id?: number }) => id === published

export const countText = (count: number | undefined) => (count === undefined ? '–' : count.toLocaleString('en'))

export const appKind = (type: number | undefined) => codedOr('app_type', appType, type)
