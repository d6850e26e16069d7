import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'

/** Commands, audit, jobs and notes of this device. */
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
    />
  )
}
