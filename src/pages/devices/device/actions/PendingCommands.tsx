import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { invalidate } from '#api/change.ts'
import { isIrreversible } from '#contract/mdm/actions/actions.ts'
import { sendCommand } from '#contract/mdm/commands.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { CancelCommand } from '#pages/devices/device/commands/CancelCommand.tsx'
import { newestCommandsOf } from '#pages/devices/device/commands/command-query.ts'
import { type CommandRow, commandRows, isRunning } from '#pages/devices/device/commands/command-rows.ts'
import { entryHref } from '#pages/devices/device/commands/entry-href.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { NotYet } from './CommandFollow.tsx'

/** Pending commands. A pending wipe stays visible until it has ended. */
export function PendingCommands({ device, deviceId }: { device: Device; deviceId: string }) {
  const { data, error } = useQuery(newestCommandsOf(deviceId))
  const rows = commandRows((data?.rows ?? (error ? device.commands : undefined) ?? []).filter(isRunning))
  useNewsOf(rows)
  const wipes = rows.filter(({ command }) => isIrreversible(command))
  const others = rows.filter(({ command }) => !isIrreversible(command))
  return (
    <>
      {wipes.map((row) => (
        <Notice key={row.id} tone="warn" title={`${row.label} is pending`}>
          <Sent row={row} deviceId={deviceId} />
          <span>
            {row.phase === 'waiting' ? 'Waiting for the device. ' : 'Running on the device. '}
            <NotYet device={device} />
          </span>
          <CancelCommand row={row} />
        </Notice>
      ))}
      {others.length > 0 && (
        <Text size="sm" component="output">
          Pending: {others.map(({ label }) => label).join(', ')}.{' '}
          <Anchor component={Link} to={paths.deviceCommands(deviceId)} underline="always">
            Show in command history
          </Anchor>
        </Text>
      )}
    </>
  )
}

const Sent = ({ row, deviceId }: { row: CommandRow; deviceId: string }) => (
  <span>
    Sent <Moment at={row.at} raw={row.raw} /> {row.by && `by ${row.by}`}.{' '}
    <Anchor component={Link} to={entryHref(deviceId, row)} size="sm" underline="always">
      Show command
    </Anchor>
  </span>
)

/** Refreshes the device record when a command changes its phase. */
function useNewsOf(rows: readonly CommandRow[]) {
  const now = rows.map(({ id, phase }) => `${id} ${phase}`).join('\n')
  const before = useRef<string[]>([])
  // Server data: earlier responses are outdated.
  useEffect(() => {
    const steps = now.split('\n')
    if (before.current.some((step) => !steps.includes(step))) void invalidate(sendCommand.changes)
    before.current = steps.filter(Boolean)
  }, [now])
}
