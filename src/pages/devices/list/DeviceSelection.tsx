import { later } from '#ui/layout/later.ts'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { addGroupMembers } from '#contract/mdm/groups.ts'
import { chooseAll, type Chosen, chooseDevices } from '#pages/devices/bulk/chosen.ts'
import { compareHref } from '#pages/devices/compare/compare-address.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const AddToGroup = later(async () => (await import('#pages/devices/groups/AddToGroup.tsx')).AddToGroup)
const AssignUser = later(async () => (await import('#pages/devices/device/edit/AssignUser.tsx')).AssignUser)
const EditDevices = later(async () => (await import('#pages/devices/device/edit/EditDevice.tsx')).EditDevices)

type Props = Selected<DeviceSummary> & {
  source: string
  /** The query of the list, if any. */
  query?: string
  /** All devices of the query, if these are too many to be loaded for a preview. */
  all?: Chosen['all']
}

/** Actions for the selected devices of a list. */
export function DeviceSelection({ withRows, count, source, query = '', all }: Props) {
  const navigate = useNavigate()
  const [adding, setAdding] = useState<readonly DeviceSummary[]>()
  const [assigning, setAssigning] = useState<readonly DeviceSummary[]>()
  const [editing, setEditing] = useState<readonly DeviceSummary[]>()
  const small = { variant: 'default', size: 'compact-xs' } as const
  const send = async (devices: readonly DeviceSummary[]) => {
    chooseDevices(source, devices, query)
    await navigate(paths.bulk)
  }
  const sendToAll = (meant: NonNullable<Chosen['all']>) => {
    chooseAll(source, query, meant)
    void navigate(paths.bulk)
  }
  return (
    <>
      <Button {...small} onClick={() => (all ? sendToAll(all) : withRows('Send a command', send))}>
        Send a command
      </Button>
      <ActionButton {...small} endpoint={addGroupMembers} onClick={() => withRows('Add to a group', setAdding)}>
        Add to a group
      </ActionButton>
      <ActionButton {...small} endpoint={updateDevice} onClick={() => withRows('Assign to a user', setAssigning)}>
        Assign to a user
      </ActionButton>
      <ActionButton {...small} endpoint={updateDevice} onClick={() => withRows('Edit', setEditing)}>
        Edit
      </ActionButton>
      {count === 2 && (
        <Button
          {...small}
          onClick={() =>
            withRows('Compare', async ([left, right]) => {
              await navigate(compareHref(left?.device_id ?? '', right?.device_id ?? ''))
            })
          }
        >
          Compare
        </Button>
      )}
      <Button
        {...small}
        onClick={() =>
          withRows('Copy IDs', (devices) =>
            navigator.clipboard.writeText(devices.flatMap(({ device_id }) => device_id ?? []).join('\n')),
          )
        }
      >
        Copy IDs
      </Button>
      {assigning && (
        <Suspense>
          <AssignUser devices={assigning} onClose={() => setAssigning(undefined)} />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <EditDevices devices={editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
      {adding && (
        <Suspense>
          <AddToGroup devices={adding} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
    </>
  )
}
