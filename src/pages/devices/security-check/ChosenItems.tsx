import { useSearchParams } from 'react-router'
import type { JobItem } from '#contract/console/jobs.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { deviceSearch } from '#pages/devices/list/device-search.ts'
import { DeviceSelection } from '#pages/devices/list/DeviceSelection.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { checkedIn, someDevices } from './check-devices.ts'

/** The devices of the selected results. Their records determine the commands that they support. */
export function ChosenItems({ withRows, ...selected }: Selected<JobItem>) {
  const [address] = useSearchParams()
  const devicesOf = async (items: readonly JobItem[]): Promise<DeviceSummary[]> => {
    const read = await someDevices(
      items.map(({ subject }) => subject),
      checkedIn(deviceSearch.read(address)),
    )
    const found = new Map(read.map((device) => [device.device_id, device]))
    return items.map(({ subject, label }) => found.get(subject) ?? { device_id: subject, device_name: label })
  }
  return (
    <DeviceSelection
      {...selected}
      source="Security check"
      withRows={(title, use) => withRows(title, async (items) => use(await devicesOf(items)))}
    />
  )
}
