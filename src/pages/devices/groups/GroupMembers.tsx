import { useNavigate } from 'react-router'
import { call } from '#api/call.ts'
import { useAttempt, invalidate } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useServerList } from '#components/lists/use-server-list.ts'
import { selectDevices } from '#contract/console/plans/device-selections.ts'
import { addGroupMembers, listGroupMembers } from '#contract/mdm/groups.ts'
import { chooseDevices } from '#pages/devices/bulk/chosen.ts'
import { deviceChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'
import { nameOf } from '#pages/devices/device-facts.ts'
import { deviceColumns } from '#pages/devices/list/DeviceColumns.tsx'
import { resourceList } from '#pages/devices/resource-list.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Title } from '#ui/layout/layout.ts'
import { MemberActions } from './MemberActions.tsx'

type Props = { id: string; name: string }

const idOf = (device: DeviceSummary) => device.device_id ?? device.serial_number ?? nameOf(device)

export const membersList = (id: string) => resourceList(listGroupMembers, 'group members', { group_id: id })

/** Devices of a group, with actions to add and remove them. */
export function GroupMembers({ id, name }: Props) {
  const listed = useServerList(membersList(id))
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          Members
        </Title>
        <Group gap="xs">
          <SendToAll id={id} name={name} />
          <ActionButton
            endpoint={addGroupMembers}
            renderDialog={(close) => (
              <PickDialog
                title={`Add devices to ${name}`}
                placeholder="Name, user, serial number …"
                action="Add"
                choices={deviceChoices}
                each={(device) => call(addGroupMembers, { group_id: id, member_ids: [device.id] })}
                onDone={() => invalidate(addGroupMembers.changes)}
                onClose={close}
              />
            )}
          >
            Add devices
          </ActionButton>
        </Group>
      </Group>
      <ListTable
        caption="Members"
        search="Name, user, serial number …"
        {...listed.table}
        columns={memberColumns}
        rowId={idOf}
        rowHref={({ device_id }) => paths.device(device_id ?? '')}
        grid
        SelectionActions={MemberActions}
        nothing={{ many: 'devices', hint: 'Add devices here or from the device list.' }}
      />
    </Stack>
  )
}

/** The API cannot sort members. */
const memberColumns = deviceColumns.map((column) => Object.assign({}, column, { sortable: false }))

/** Sends a command to all members as a job, so that each device has its own result. */
function SendToAll({ id, name }: Props) {
  const navigate = useNavigate()
  const { problem, pending, attempt } = useAttempt()
  const start = async () => {
    chooseDevices(`Group ${name}`, (await call(selectDevices, { group_id: id })).devices)
    await navigate(paths.bulk)
  }
  return (
    <>
      <Button variant="default" loading={pending} onClick={() => attempt(start)}>
        Send a command to all
      </Button>
      {problem && <ProblemPanel problem={problem} />}
    </>
  )
}
