import type * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { toWireInput } from '#contract/http/http.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { useDeviceJob } from '#pages/devices/bulk/use-device-job.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { changesOf, type DeviceForm, filledIn, formOf, formOfDevice, severalForm } from './device-form.ts'
import { DeviceFields } from './DeviceFields.tsx'

/** Edits administrative fields of a device. Only changed fields are sent. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const before = formOf(device)
  const schema = formOfDevice(device)
  const save = async (entered: DeviceForm) => {
    const changes = changesOf(device, entered)
    if (Object.keys(changes).length > 0) {
      await change(updateDevice, { device_id: textOf(device.device_id), ...changes })
    }
  }
  return (
    <FormDialog title={`Edit ${nameOf(device)}`} action="Save" schema={schema} send={save} onClose={onClose}>
      <TextField name="name" label="Name" autoFocus defaultValue={before.name} />
      <DeviceFields before={before} none="Unknown" />
    </FormDialog>
  )
}

type Several = { devices: readonly DeviceSummary[]; onClose: () => void }

/** Edits all selected devices by a job. */
export function EditDevices({ devices, onClose }: Several) {
  const startJob = useDeviceJob()
  const title = `Edit ${deviceCount(devices.length)}`
  const save = (entered: z.output<typeof severalForm>) => {
    const { device_id: _, ...input } = toWireInput(updateDevice, { device_id: '0', ...filledIn(entered) })
    return startJob({ endpoint: updateDevice, title, input }, devices)
  }
  return (
    <FormDialog title={title} action="Save" schema={severalForm} send={save} onClose={onClose}>
      <Text size="sm">
        Fields that are left empty are not changed. This starts a job; its page shows each device with its result.
      </Text>
      <DeviceFields none="Not changed" />
    </FormDialog>
  )
}
