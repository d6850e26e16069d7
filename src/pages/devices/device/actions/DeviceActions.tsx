import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { textOf } from '#components/devices/value-text.ts'
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

/** Actions of the device. Immediate ones are sent without confirmation. */
export function DeviceActions({ device }: { device: Device }) {
  const [action, setAction] = useState<ActionName>()
  const sent = useMutation({
    mutationFn: (name: ActionName) => sendAction(textOf(device.device_id), name, { parameters: {} }),
  })
  const choose = (chosen: ActionName) => (actions[chosen].immediate ? sent.mutate(chosen) : setAction(chosen))
  return (
    <>
      <Popup label="Actions" icon={IconSettings}>
        <ActionList device={device} onChoose={choose} />
      </Popup>
      <Suspense>
        {action && <ActionDialog device={device} action={action} onClose={() => setAction(undefined)} />}
      </Suspense>
      {sent.variables && (
        <Dialog title={titleOf(sent.variables, device)} onClose={sent.reset}>
          {sent.isPending && <Loading />}
          <QueryProblem error={sent.error} />
          <Suspense fallback={<Loading />}>
            {sent.data && <Accepted device={device} entry={sent.data} onClose={sent.reset} />}
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
