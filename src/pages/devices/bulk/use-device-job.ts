import { useNavigate } from 'react-router'
import { userOf } from '#components/devices/user-of.ts'
import { type JobOrder, startAsJob } from '#components/jobs/start-job.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'

/** Starts a job for these devices, and opens its page. */
export function useDeviceJob() {
  const navigate = useNavigate()
  return async (order: Omit<JobOrder, 'items'>, devices: readonly (Device | DeviceSummary)[]) => {
    const { id } = await startAsJob({ ...order, title: order.title.slice(0, 200), items: devices.flatMap(itemOf) })
    await navigate(paths.job(String(id)))
  }
}

/** Item of a job; undefined for a device without an id, which requests cannot identify. */
function itemOf(device: Device | DeviceSummary) {
  const subject = textOf(device.device_id)
  const detail = [userOf(device).name, textOf(device.serial_number)].filter(Boolean).join(', ').slice(0, 300)
  return subject === '' ? [] : [{ subject, label: nameOf(device).slice(0, 300), detail }]
}
