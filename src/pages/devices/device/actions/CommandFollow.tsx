import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { newestCommandsOf } from '#pages/devices/device/commands/command-query.ts'
import { type CommandRow, commandRows, type Phase, statusText } from '#pages/devices/device/commands/command-rows.ts'
import { entryHref } from '#pages/devices/device/commands/CommandEntry.tsx'
import { CommandSteps } from '#pages/devices/device/commands/CommandLife.tsx'
import { TakeBack } from '#pages/devices/device/commands/TakeBack.tsx'
import { textOf } from '#pages/devices/field-value.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { CommandHelp } from './CommandHelp.tsx'

const whileFollowedMs = 2000

/** A command that the server accepted, followed to its end: accepted is not executed. */
export function CommandFollow({ device, entry }: { device: Device; entry: DeviceCommand }) {
  const deviceId = textOf(device.device_id)
  const historyId = entry.command_history_id
  const { data, error } = useQuery({
    ...newestCommandsOf(deviceId),
    refetchInterval: ({ state }) => (hasEnded(state.data?.rows.find(isIt)) ? false : whileFollowedMs),
  })
  function isIt(command: DeviceCommand) {
    return historyId !== undefined && command.command_history_id === historyId
  }
  const [row] = commandRows([data?.rows.find(isIt) ?? entry])
  if (!row || historyId === undefined) {
    return (
      <Text size="sm">
        The server did not say which command of the history it is.{' '}
        <Anchor component={Link} to={paths.deviceCommands(deviceId)} underline="always">
          See the command history
        </Anchor>
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      <output>
        <Notice tone={toneOf(row)} title={titleOf(row)}>
          {row.phase === 'waiting' && <NotYet device={device} />}
          {row.phase === 'ended' && row.remarks.map((remark) => <span key={remark}>{remark}</span>)}
          {row.status?.meaning === 'Failed' && <CommandHelp deviceId={deviceId} command={row.command} />}
        </Notice>
      </output>
      {error && (
        <Text size="sm">It cannot be followed at the moment: {error.message}. It goes on without this page.</Text>
      )}
      <CommandSteps row={row} />
      <Group justify="space-between" gap="sm">
        <Anchor component={Link} to={entryHref(deviceId, row)} size="sm">
          Open it in the command history
        </Anchor>
        <TakeBack row={row} />
      </Group>
    </Stack>
  )
}

const hasEnded = (command: DeviceCommand | undefined) =>
  command !== undefined && commandRows([command])[0]?.phase === 'ended'

const titles: Record<Phase, string> = {
  waiting: 'The device has not taken it yet',
  running: 'The device has taken it and is at work',
  ended: '',
  unknown: 'The server says a status that has no meaning',
}
const titleOf = ({ phase, status }: CommandRow) =>
  phase === 'ended' && status ? statusText(status) : titles[phase === 'ended' ? 'unknown' : phase]
const toneOf = ({ status }: CommandRow): Tone => status?.tone ?? 'muted'

/** Why nothing happens: when the device called in last, and when it is expected. */
export function NotYet({ device }: { device: Device }) {
  const next = instantOf(device.next_poll_time)
  const now = useNow()
  const isOverdue = next !== undefined && next.getTime() < now
  return (
    <span>
      It called in last <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />
      {next && (
        <>
          {' '}
          and {isOverdue ? 'was' : 'is'} expected <Moment at={next} raw={textOf(device.next_poll_time)} />
        </>
      )}
      .
    </span>
  )
}
