import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#api/problem-of.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { ActionName } from '#contract/mdm/status.ts'
import { textOf } from '#pages/devices/field-value.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Popup } from '#ui/dialog/Popup.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { IconSettings } from '#ui/theme/icons.ts'
import { Accepted } from './Accepted.tsx'
import { ActionDialog, titleOf } from './ActionDialog.tsx'
import { ActionList } from './ActionList.tsx'
import { sendAction } from './send-action.ts'

/** What this device can be told to do. A scan changes nothing, so it is sent without a question. */
export function DeviceActions({ device }: { device: Device }) {
  const [action, setAction] = useState<ActionName>()
  const scan = useMutation({ mutationFn: () => sendAction(textOf(device.device_id), 'scan', {}) })
  const choose = (chosen: ActionName) => (chosen === 'scan' ? scan.mutate() : setAction(chosen))
  return (
    <>
      <Popup label="Actions" icon={IconSettings}>
        <ActionList device={device} onChoose={choose} />
      </Popup>
      {action && <ActionDialog device={device} action={action} onClose={() => setAction(undefined)} />}
      {!scan.isIdle && (
        <Dialog title={titleOf('scan', device)} onClose={scan.reset}>
          {scan.isPending && <Loading />}
          {scan.error && <ProblemPanel problem={problemOf(scan.error)} />}
          {scan.data && <Accepted device={device} entry={scan.data} onClose={scan.reset} />}
        </Dialog>
      )}
    </>
  )
}
