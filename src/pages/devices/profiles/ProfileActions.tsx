import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { deleteProfile, type Profile, publishProfile, updateProfile } from '#contract/mdm/profiles.ts'
import { FormDialog } from '#pages/devices/FormDialog.tsx'
import { remove } from '#pages/devices/remove.ts'
import { isPublished } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Confirm } from '#ui/dialog/Confirm.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button } from '#ui/layout/layout.ts'

type Props = { id: string; name: string; profile: Profile }
type Open = 'rename' | 'publish' | 'delete'

const form = z.object({
  name: z.string().trim().min(1, 'Enter a profile name').max(200),
  description: z.string().max(1000).default(''),
})

/** What can be done with the profile itself. */
export function ProfileActions({ id, name, profile }: Props) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const may = useMay()
  const close = () => setOpen(undefined)
  const isInTrash = profile.is_moved_to_trash === true
  const allowed = may(updateProfile.permission)
  return (
    <>
      <Button variant="default" disabled={!allowed} onClick={() => setOpen('rename')}>
        Edit
      </Button>
      {!isPublished(profile) && !isInTrash && (
        <Button disabled={!allowed} onClick={() => setOpen('publish')}>
          Publish
        </Button>
      )}
      <Button variant="default" disabled={!may(deleteProfile.permission)} onClick={() => setOpen('delete')}>
        {isInTrash ? 'Delete permanently' : 'Move to the trash'}
      </Button>
      {open === 'rename' && (
        <FormDialog
          title={`Edit ${name}`}
          action="Save"
          schema={form}
          send={({ name, description }) =>
            change(updateProfile, { profile_id: id, profile_name: name, profile_description: description.trim() })
          }
          renderFields={(errors) => (
            <>
              <TextField
                name="name"
                label="Name"
                maxLength={200}
                defaultValue={profile.profile_name}
                error={errors.name}
              />
              <TextField
                name="description"
                label="Description"
                maxLength={1000}
                defaultValue={profile.profile_description}
                error={errors.description}
              />
            </>
          )}
          onClose={close}
        />
      )}
      {open === 'publish' && (
        <Confirm
          title={`Publish ${name}?`}
          action="Publish"
          danger={false}
          onConfirm={() => change(publishProfile, { profile_id: id })}
          onClose={close}
          problemOf={problemOf}
        >
          It can then be distributed. If you add a payload later, publish it again.
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={isInTrash ? `Delete ${name} permanently?` : `Move ${name} to the trash?`}
          action={isInTrash ? 'Delete permanently' : 'Move to the trash'}
          typed={name}
          onConfirm={() => remove(deleteProfile, { profile_id: id }, () => navigate(paths.profiles, { replace: true }))}
          onClose={close}
          problemOf={problemOf}
        >
          {isInTrash
            ? 'This cannot be undone.'
            : 'It can no longer be distributed. Remove it from all devices and groups first, or the server refuses.'}
        </Confirm>
      )}
    </>
  )
}
