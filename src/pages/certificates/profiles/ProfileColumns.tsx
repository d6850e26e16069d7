import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { type ProfileRow, profilesIn } from '#components/issuing/profile/profiles.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { changeProfile, removeProfile } from '#contract/keys/profiles.ts'
import { keyRuleText, nameRuleText, type Profile, usageText } from '#contract/keys/rules/profiles/profile.ts'
import { paths } from '#paths.ts'
import { Group } from '#ui/layout/layout.ts'

const { text, number, actions } = columnsOf<ProfileRow>({ filter: true })

/** Text of a rule; empty if the row is incomplete. */
const said = (row: ProfileRow, words: (profile: Profile) => string) => {
  const [profile] = profilesIn([row])
  return profile && words(profile)
}

export const profileColumns = (remove: (name: string) => void) => [
  text('name', 'Name', ({ name }) => name, { priority: 1, width: '13%', sortable: true, missing: 'Unnamed' }),
  text('usage', 'Usage', (row) => said(row, usageText), { priority: 1, width: '21%' }),
  text('names', 'Names', (row) => said(row, nameRuleText), { width: '17%' }),
  text('keys', 'Keys', (row) => said(row, keyRuleText), { width: '15%' }),
  number('days', 'Maximum days', ({ maxDays }) => maxDays, { width: 122, sortable: true }),
  text('authorities', 'Limited authorities', ({ authorities = [] }) => authorities.join(', ') || 'None', {
    width: 146,
  }),
  actions(
    ({ name = '', isBuiltIn, authorities = [] }) =>
      isBuiltIn === false && (
        <Group gap={6} wrap="nowrap">
          <ActionLink
            endpoint={changeProfile}
            size="compact-xs"
            to={paths.certificateProfile(name)}
            aria-label={`Edit ${name}`}
          >
            Edit
          </ActionLink>
          <ActionButton
            endpoint={removeProfile}
            size="compact-xs"
            reason={authorities.length > 0 && `${authorities.join(', ')} is limited to it.`}
            aria-label={`Delete ${name}`}
            onClick={() => remove(name)}
          >
            Delete
          </ActionButton>
        </Group>
      ),
    { width: 128 },
  ),
]
