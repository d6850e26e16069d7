import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { removeGroupMember } from '#contract/mdm/groups.ts'
import { chooseDevices } from '#pages/devices/bulk/chosen.ts'
import { useDeviceJob } from '#pages/devices/bulk/use-device-job.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { groupIdIn, groupQuery } from './group-query.ts'

/** Actions on the selected members. */
export function MemberActions({ withRows }: Selected<DeviceSummary>) {
  const id = groupIdIn(useParams())
  const { data: group } = useQuery(groupQuery(id))
  const name = group?.name || id
  const navigate = useNavigate()
  const startJob = useDeviceJob()
  const [removing, setRemoving] = useState<readonly DeviceSummary[]>()
  const small = { variant: 'default', size: 'compact-xs' } as const
  return (
    <>
      <Button
        {...small}
        onClick={() =>
          withRows('Send a command', async (devices) => {
            chooseDevices(`Group ${name}`, devices)
            await navigate(paths.bulk)
          })
        }
      >
        Send a command
      </Button>
      <ActionButton {...small} endpoint={removeGroupMember} onClick={() => withRows('Remove from group', setRemoving)}>
        Remove from group
      </ActionButton>
      {removing && (
        <Confirm
          title={`Remove ${deviceCount(removing.length)} from ${name}?`}
          action="Remove"
          danger={false}
          onConfirm={() =>
            startJob(
              {
                endpoint: removeGroupMember,
                title: `Remove ${deviceCount(removing.length)} from ${name}`,
                input: { group_id: id },
              },
              removing,
            )
          }
          onClose={() => setRemoving(undefined)}
        >
          The devices lose apps and profiles distributed only through this group. The devices themselves are kept. This
          starts a job; its page shows each device with its result.
        </Confirm>
      )}
    </>
  )
}
