import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { CommandFollow } from './CommandFollow.tsx'

type Props = { device: Device; entry: DeviceCommand; onClose: () => void }

/** The server accepted the command; its execution is tracked below. */
export const Accepted = ({ device, entry, onClose }: Props) => (
  <Stack gap="md">
    <Notice tone="info" title="Accepted by the server">
      <span>The progress on the device is shown below and continues after you close this dialog.</span>
    </Notice>
    <CommandFollow device={device} entry={entry} />
    <Group justify="end">
      <Button variant="default" onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  </Stack>
)
