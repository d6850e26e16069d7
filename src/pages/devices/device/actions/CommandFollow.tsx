import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { CancelCommand } from '#pages/devices/device/commands/CancelCommand.tsx'
import { newestCommandsOf } from '#pages/devices/device/commands/command-query.ts'
import { type CommandRow, commandRows, type Phase } from '#pages/devices/device/commands/command-rows.ts'
import { entryHref } from '#pages/devices/device/commands/entry-href.ts'
import { CommandSteps } from '#pages/devices/device/commands/CommandLife.tsx'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { CommandHelp } from './CommandHelp.tsx'

const whileFollowedMs = 2000

/** Tracks an accepted command to its end: accepted does not mean executed. */
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
        The command could not be identified in the command history.{' '}
        <Anchor component={Link} to={paths.deviceCommands(deviceId)} underline="always">
          Show command history
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
          {row.status?.label === 'Failed' && <CommandHelp deviceId={deviceId} command={row.command} />}
        </Notice>
      </output>
      {error && <Text size="sm">The status cannot be updated: {error.message}. The command is still in progress.</Text>}
      <CommandSteps row={row} />
      <Group justify="space-between" gap="sm">
        <Anchor component={Link} to={entryHref(deviceId, row)} size="sm">
          Open in command history
        </Anchor>
        <CancelCommand row={row} />
      </Group>
    </Stack>
  )
}

const hasEnded = (command: DeviceCommand | undefined) =>
  command !== undefined && commandRows([command])[0]?.phase === 'ended'

const titles: Record<Phase, string> = {
  waiting: 'Waiting for the device',
  running: 'Running on the device',
  ended: '',
  unknown: 'Unknown status',
}
const titleOf = ({ phase, status }: CommandRow) =>
  phase === 'ended' && status ? status.label : titles[phase === 'ended' ? 'unknown' : phase]
const toneOf = ({ status }: CommandRow): Tone => status?.tone ?? 'muted'

/** Explains the delay: last and next expected contact of the device. */
export function NotYet({ device }: { device: Device }) {
  const next = instantOf(device.next_poll_time)
  const now = useNow()
  const isOverdue = next !== undefined && next.getTime() < now
  return (
    <span>
      Last contact <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />
      {next && (
        <>
          ; next contact {isOverdue && 'was '}expected <Moment at={next} raw={textOf(device.next_poll_time)} />
        </>
      )}
      .
    </span>
  )
}
