import { platformNumbers, profileStatus } from '#contract/mdm/profiles.ts'
import { appType } from '#contract/mdm/status.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

const meaningOf = (legend: Readonly<Record<number, string>>, value: number) =>
  Object.hasOwn(legend, value) ? legend[value] : undefined

/** A number without a stated meaning stays that number, and says so. */
const meaningText = (legend: Readonly<Record<number, string>>, value: number | undefined) =>
  value === undefined ? '' : (meaningOf(legend, value) ?? `${value}, meaning not defined`)

export const platformName = (value: number | undefined) => meaningText(platformNumbers, value)

/** The server's own word first; its number has a meaning of its own. */
export function profileState(profile: {
  profile_status_id?: number
  profile_status?: string
  is_moved_to_trash?: boolean
}): {
  label: string
  tone: Tone
} {
  const { profile_status_id: id, profile_status: said, is_moved_to_trash: isInTrash } = profile
  if (isInTrash === true) return { label: 'In the trash', tone: 'muted' }
  const label = said || meaningText(profileStatus, id) || 'Unknown'
  return { label, tone: id === published ? 'ok' : id === yetToDeploy ? 'warn' : 'muted' }
}
const [yetToDeploy, published] = [1, 110] satisfies (keyof typeof profileStatus)[]
export const isPublished = ({ profile_status_id: id }: { profile_status_id?: number }) => id === published

export const countText = (count: number | undefined) => (count === undefined ? '–' : count.toLocaleString('en'))

export const appKind = (type: number | undefined) => meaningText(appType, type)
