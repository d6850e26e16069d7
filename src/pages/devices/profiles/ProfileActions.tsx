import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { deleteProfile, type Profile, publishProfile, updateProfile } from '#contract/mdm/profiles.ts'
import { remove } from '#api/remove.ts'
import { isPublished } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { TextField } from '#ui/form/TextField.tsx'

type Props = { id: string; name: string; profile: Profile }

const form = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a profile name'), z.maxLength(200)),
  description: z._default(z.string().check(z.maxLength(1000)), ''),
})

/** Actions on the profile. */
export function ProfileActions({ id, name, profile }: Props) {
  const navigate = useNavigate()
  const isInTrash = profile.is_moved_to_trash === true
  return (
    <>
      <ActionButton
        endpoint={updateProfile}
        renderDialog={(close) => (
          <FormDialog
            title={`Edit ${name}`}
            action="Save"
            schema={form}
            send={({ name, description }) =>
              change(updateProfile, { profile_id: id, profile_name: name, profile_description: description.trim() })
            }
            onClose={close}
          >
            <TextField name="name" label="Name" maxLength={200} defaultValue={profile.profile_name} />
            <TextField
              name="description"
              label="Description"
              maxLength={1000}
              defaultValue={profile.profile_description}
            />
          </FormDialog>
        )}
      >
        Edit
      </ActionButton>
      {!isPublished(profile) && !isInTrash && (
        <ActionButton
          variant="filled"
          endpoint={publishProfile}
          renderDialog={(close) => (
            <Confirm
              title={`Publish ${name}?`}
              action="Publish"
              danger={false}
              onConfirm={() => change(publishProfile, { profile_id: id })}
              onClose={close}
            >
              It can then be distributed. If you add a payload later, publish it again.
            </Confirm>
          )}
        >
          Publish
        </ActionButton>
      )}
      <ActionButton
        endpoint={deleteProfile}
        renderDialog={(close) => (
          <Confirm
            title={isInTrash ? `Delete ${name} permanently?` : `Move ${name} to the trash?`}
            action={isInTrash ? 'Delete permanently' : 'Move to the trash'}
            typed={name}
            onConfirm={() =>
              remove(deleteProfile, { profile_id: id }, () => navigate(paths.profiles, { replace: true }))
            }
            onClose={close}
          >
            {isInTrash
              ? 'This cannot be undone.'
              : 'It can no longer be distributed. Remove it from all devices and groups first, or the server refuses.'}
          </Confirm>
        )}
      >
        {isInTrash ? 'Delete permanently' : 'Move to the trash'}
      </ActionButton>
    </>
  )
}
