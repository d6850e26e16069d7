import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'
import { changeSource, commandSource } from '#components/activity/record-sources.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { listDeviceChanges } from '#contract/fleet/fleet-endpoints.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { pageOfField } from './page-of-field.ts'

/** Commands, audit, jobs, notes and changes of this device. */
export function Component() {
  const device = useDevice()
  const id = deviceIdOf(useParams())
  return (
    <Activity
      key={id}
      kind="device"
      subject={id}
      search={id}
      identifiers={identifiersOf.device({ ...device, device_id: id })}
      commands={commandSource(id)}
      changes={changeSource(listDeviceChanges, { device_id: id }, pageOfField(id))}
    />
  )
}
