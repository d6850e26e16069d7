import { useState } from 'react'
import { change, invalidate } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { devicesInWords } from '#pages/devices/bulk/words.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { type Result, ResultNotice } from '#pages/devices/device-picker/PickDialog.tsx'
import { textOf } from '#pages/devices/value-text.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { updateEach } from './AssignUser.tsx'
import { changesOf, type DeviceForm, deviceForm, filledIn, formOf, severalForm } from './device-form.ts'
import { DeviceFields } from './DeviceFields.tsx'

/** What an administrator keeps about a device. Only what was changed is sent. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const before = formOf(device)
  const save = async (entered: DeviceForm) => {
    const changes = changesOf(device, entered)
    if (Object.keys(changes).length > 0) {
      await change(updateDevice, { device_id: textOf(device.device_id), ...changes })
    }
  }
  return (
    <FormDialog title={`Edit ${nameOf(device)}`} action="Save" schema={deviceForm} send={save} onClose={onClose}>
      <TextField name="name" label="Name" autoFocus defaultValue={before.name} />
      <DeviceFields before={before} none="Unknown" />
    </FormDialog>
  )
}

type Several = { devices: readonly DeviceSummary[]; onClose: () => void }

/** The same for all chosen devices. Saved again, it is sent to those that were refused. */
export function EditDevices({ devices, onClose }: Several) {
  const [left, setLeft] = useState(devices)
  const [result, setResult] = useState<Result>()
  return (
    <FormDialog
      title={`Edit ${devicesInWords(devices.length)}`}
      action="Save"
      schema={severalForm}
      send={async (entered) => {
        const sent = await updateEach(left, filledIn(entered))
        await invalidate(updateDevice.changes)
        return sent
      }}
      onSent={(sent) => {
        if (sent.failed.length === 0) return onClose()
        setLeft(sent.failed)
        setResult(sent)
      }}
      onClose={onClose}
    >
      <Text size="sm">Fields that are left empty are not changed.</Text>
      <DeviceFields none="Not changed" />
      {result && <ResultNotice done={result.done} failures={result.failures} />}
    </FormDialog>
  )
}
