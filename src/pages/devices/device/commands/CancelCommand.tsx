import { useParams } from 'react-router'
import { change, useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { suspendCommand } from '#contract/mdm/commands.ts'
import { deviceIdOf } from '#pages/devices/device-query.ts'
import { Button, Stack } from '#ui/layout/layout.ts'
import type { CommandRow } from './command-rows.ts'

/** Cancels a command that is waiting for the device in the URL. */
export function CancelCommand({ row: { phase, historyId, label } }: { row: CommandRow }) {
  const device_id = deviceIdOf(useParams())
  const { problem, pending, attempt } = useAttempt()
  const may = useMay()
  if (phase !== 'waiting' || historyId === '' || !may(suspendCommand.permission)) return null
  return (
    <Stack gap="xs" align="start" mt={6}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Cancel command: ${label}`}
        loading={pending}
        onClick={() => attempt(() => change(suspendCommand, { device_id, command_history_id: historyId }))}
      >
        Cancel command
      </Button>
      <QueryProblem error={problem} />
    </Stack>
  )
}
