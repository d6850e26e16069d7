import { useState } from 'react'
import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Accepted } from './Accepted.tsx'
import { titleOf } from './action-title.ts'
import { ActionForm } from './ActionForm.tsx'

type Props = { device: Device; action: ActionName; onClose: () => void }

/** Dialog of an action: effect, parameters and, once sent, its progress. */
export function ActionDialog({ device, action, onClose }: Props) {
  const [sent, setSent] = useState<DeviceCommand>()
  return (
    <Dialog title={titleOf(action, device)} onClose={onClose}>
      {sent ? (
        <Accepted device={device} entry={sent} onClose={onClose} />
      ) : (
        <ActionForm device={device} action={action} onSent={setSent} onClose={onClose} />
      )}
    </Dialog>
  )
}
