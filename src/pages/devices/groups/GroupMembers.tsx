import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/call.ts'
import { invalidate } from '#api/mutation.ts'
import { problemOf } from '#api/problem-of.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import type { DeviceSummary } from '#contract/mdm/devices.ts'
import { addGroupMembers, listGroupMembers } from '#contract/mdm/groups.ts'
import { runnerOf } from '#pages/devices/bulk/runner.ts'
import { deviceChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'
import { useList } from '#pages/devices/list-state.ts'
import { deviceColumns } from '#pages/devices/list/DeviceColumns.tsx'
import { ListSearchField, NothingListed } from '#pages/devices/ListSearchField.tsx'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Title } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { MemberActions } from './MemberActions.tsx'
import { idOf, membersOf } from './members.ts'

type Props = { id: string; name: string }

/** The devices of a group: who is in it, who comes in, who goes. */
export function GroupMembers({ id, name }: Props) {
  const { search, show, error, refetch, table } = useList<DeviceSummary>(listGroupMembers, 'group members', {
    group_id: id,
  })
  const [adding, setAdding] = useState(false)
  const may = useMay()
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        Members
      </Title>
      <Group justify="space-between" gap="sm">
        <ListSearchField {...{ search, show }} placeholder="Name, user, serial number …" />
        <Group gap="xs">
          <SendToAll id={id} name={name} />
          <Button variant="default" disabled={!may(addGroupMembers.permission)} onClick={() => setAdding(true)}>
            Add devices
          </Button>
        </Group>
      </Group>
      <DataTable
        caption="Members"
        {...table}
        columns={memberColumns}
        rowId={idOf}
        rowHref={({ device_id }) => paths.device(device_id ?? '')}
        grid
        SelectionActions={MemberActions}
        problem={error && <ProblemPanel problem={problemOf(error)} onRetry={refetch} />}
        empty={<NothingListed {...{ search, show }} what="devices" hint="Add devices here or from the device list." />}
      />
      {adding && (
        <PickDialog
          title={`Add devices to ${name}`}
          placeholder="Name, user, serial number …"
          action="Add"
          choices={deviceChoices}
          each={(device) => call(addGroupMembers, { group_id: id, member_ids: [device.id] })}
          onDone={() => invalidate(addGroupMembers.changes)}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}

/** The members come in one order only. */
const memberColumns = deviceColumns.map((column) => Object.assign({}, column, { sortable: false }))

/** A command for the whole group is a run over its devices, so that each has a result of its own. */
function SendToAll({ id, name }: Props) {
  const navigate = useNavigate()
  const runner = runnerOf(useTableKey('bulk'))
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const start = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      runner.choose(`Group ${name}`, await membersOf(id))
      await navigate(paths.bulk)
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <Button variant="default" loading={pending} onClick={() => void start()}>
        Send a command to all
      </Button>
      {problem !== undefined && <ProblemPanel problem={problemOf(problem)} />}
    </>
  )
}
