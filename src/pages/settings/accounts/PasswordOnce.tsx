import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Secret } from '#ui/values/Secret.tsx'

export type NewPassword = { name: string; reveal: () => string }

/** Shows a new password, only once. */
export function PasswordOnce({ made: { name, reveal }, onClose }: { made: NewPassword; onClose: () => void }) {
  return (
    <Dialog title={`Password of “${name}”`}>
      <Stack gap="md">
        <Notice tone="warn" title="Shown only once">
          <span>
            Send it to the user through a secure channel. After signing in, they can change it under Settings, My
            account.
          </span>
        </Notice>
        <Secret label="Password" reveal={reveal} />
        <Group justify="end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
