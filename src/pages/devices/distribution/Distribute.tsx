import { invalidate } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { Device } from '#contract/mdm/devices.ts'
import { textOf } from '#contract/words/value-text.ts'
import { later } from '#ui/layout/later.ts'
import { IconPlus } from '#ui/theme/icons.ts'
import { choicesFor, type Kind } from './distributed.ts'

const PickDialog = later(async () => (await import('#pages/devices/device-picker/PickDialog.tsx')).PickDialog)

type Props = {
  kind: Kind
  device: Device
  /** Ids of items that the device already has. */
  has: readonly string[]
}

/** Selects items and distributes them to a device. Distribution does not mean installation. */
export function Distribute({ kind, device, has }: Props) {
  return (
    <ActionButton
      variant="filled"
      size="xs"
      leftSection={<IconPlus size={15} aria-hidden />}
      renderDialog={(close) => (
        <PickDialog
          title={`Distribute ${kind.many} to this device`}
          placeholder={`Name of ${kind.many}`}
          action="Distribute"
          choices={choicesFor(kind, device, has)}
          each={({ id }) => kind.give(textOf(device.device_id), id)}
          onDone={() => invalidate(kind.changes)}
          onClose={close}
        />
      )}
    >
      Distribute {kind.many}
    </ActionButton>
  )
}
