import { JobDialog } from '#components/bulk/JobDialog.tsx'
import type { Plan } from '#components/bulk/plan.ts'
import { deleteProfile, type Profile } from '#contract/mdm/profiles.ts'
import { platformName } from '#pages/devices/resource-words.ts'

const nouns = ['profile', 'profiles'] as const
type Props = { rows: readonly Profile[]; onClose: () => void }

/** Deletes each profile individually: the server rejects only those that are distributed to devices or groups. */
export const DeleteSeveral = ({ rows, onClose }: Props) => (
  <JobDialog
    title="Delete profiles"
    action="Delete"
    nouns={nouns}
    plans={rows.map(planOf)}
    typed="delete"
    order={() => ({ endpoint: deleteProfile, input: {} })}
    onClose={onClose}
  />
)

function planOf(profile: Profile): Plan<Profile> {
  const {
    profile_id: id = '',
    profile_name = 'Unnamed profile',
    platform_type,
    device_count = 0,
    group_count = 0,
    is_moved_to_trash,
  } = profile
  const isInUse = device_count + group_count > 0
  return {
    id,
    // Names are unique per platform only.
    name: [profile_name || id, platformName(platform_type)].filter(Boolean).join(', '),
    item: profile,
    effects: [
      is_moved_to_trash === true
        ? 'Deleted permanently, because it is in the trash. This cannot be undone.'
        : 'Moved to the trash.',
      ...(isInUse ? ['On devices or groups: the server is likely to refuse it.'] : []),
    ],
    refusal: id === '' ? 'The server does not report its ID.' : undefined,
  }
}
