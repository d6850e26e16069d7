import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { useReason } from '#components/reason/use-reason.ts'
import { revealFirmwarePassword } from '#contract/mdm/device-parts.ts'
import { Problem } from '#contract/problem.ts'
import '#contract/problems/explained.ts'
import { withReason } from '#contract/reason.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Secret } from '#ui/values/Secret.tsx'

type Props = { deviceId: string; exists: boolean | undefined }

/** Shown on demand, with a reason and an identity confirmation, and never cached. */
export function FirmwarePassword({ deviceId, exists }: Props) {
  const { problem, attempted } = useAttempt()
  const { askReason, dialog } = useReason()
  const may = useMay()(revealFirmwarePassword.permission)
  if (exists === false) return 'The device reports that no firmware password is set.'
  if (!may)
    return `A firmware password ${exists ? 'is' : 'may be'} set. Viewing it requires ${revealFirmwarePassword.permission}.`
  const reveal = () =>
    attempted(async () => {
      const why = await askReason({ title: 'Show the firmware password?', action: 'Show' })
      if (!why) return undefined
      const { firmware_password } = await call(withReason(revealFirmwarePassword), { device_id: deviceId, ...why })
      if (!firmware_password) throw new Problem('COM0008', 'The server response contains no firmware password')
      return firmware_password
    })
  return (
    <Stack gap="xs">
      <Secret label="Firmware password" reveal={reveal} />
      {exists === undefined && (
        <Text size="xs" c="dimmed">
          Not reported whether one is set.
        </Text>
      )}
      {problem && problem.code !== 'NOT_CONFIRMED' && <ProblemPanel problem={problem} />}
      {problem?.code === 'NOT_CONFIRMED' && (
        <Text size="sm" component="output">
          {problem.message}. {problem.next}
        </Text>
      )}
      {dialog}
    </Stack>
  )
}
