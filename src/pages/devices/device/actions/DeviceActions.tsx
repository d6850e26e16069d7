import { Suspense, useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Popup } from '#ui/dialog/Popup.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import { IconSettings } from '#ui/theme/icons.ts'
import { titleOf } from './action-title.ts'
import { ActionList } from './ActionList.tsx'
import { sendAction } from './send-action.ts'

const Accepted = later(async () => (await import('./Accepted.tsx')).Accepted)
const ActionDialog = later(async () => (await import('./ActionDialog.tsx')).ActionDialog)
const NotSent = later(async () => (await import('./NotSent.tsx')).NotSent)

type Sent = { action: ActionName; entry?: DeviceCommand }

/** Actions of the device. Immediate ones are sent without confirmation. */
export function DeviceActions({ device }: { device: Device }) {
  const deviceId = textOf(device.device_id)
  const [action, setAction] = useState<ActionName>()
  const [sent, setSent] = useState<Sent>()
  const { problem, pending, attempted } = useAttempt()
  const send = async (chosen: ActionName) => {
    setSent({ action: chosen })
    const entry = await attempted(() => sendAction(deviceId, chosen, { parameters: {} }))
    // An error opens the dialog again if it was closed in the meantime.
    setSent((open) => (entry ? open && { action: chosen, entry } : { action: chosen }))
  }
  const choose = (chosen: ActionName) => (actions[chosen].immediate ? void send(chosen) : setAction(chosen))
  return (
    <>
      <Popup label="Actions" icon={IconSettings}>
        <ActionList device={device} onChoose={choose} />
      </Popup>
      <Suspense>
        {action && <ActionDialog device={device} action={action} onClose={() => setAction(undefined)} />}
      </Suspense>
      {sent && (
        <Dialog title={titleOf(sent.action, device)} onClose={() => setSent(undefined)}>
          {pending && <Loading />}
          <Suspense fallback={<Loading />}>
            {problem && <NotSent problem={problem} deviceId={deviceId} />}
            {sent.entry && <Accepted device={device} entry={sent.entry} onClose={() => setSent(undefined)} />}
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
