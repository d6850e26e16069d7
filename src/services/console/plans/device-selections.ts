import { setTimeout as delay } from 'node:timers/promises'
import { maxSelected, queriedFacts } from '#contract/console/plans/device-selections.ts'
import { readQueriedDevices } from '#contract/fleet/fleet-endpoints.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { listGroupMembers } from '#contract/mdm/groups.ts'
import { withoutRefused } from '#contract/problems/without-refused.ts'
import { Problem } from '#contract/problem.ts'
import { counted } from '#contract/words/counted.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import { everyDevice } from './every-device.ts'
import { matchingDevices } from './matching-devices.ts'
import { queriedParts, refuseTooMany } from './queried-items.ts'
import { partsOf } from './parts-of.ts'
import { patiently } from './patiently.ts'
import type { Ask, Making, planFiller } from './plan-filler.ts'

type Parts = Pick<ConsoleHandlers, 'readJob' | 'startJob'> & {
  begin: ReturnType<typeof planFiller>
  people: Pick<People, 'callAs'>
}

/** Selects all devices of a list or group on behalf of a user, and checks their security in a job. */
export const deviceSelections = ({
  begin,
  people,
  readJob,
  startJob,
}: Parts): Pick<ConsoleHandlers, 'selectDevices' | 'checkSecurity'> => ({
  selectDevices: async ({ group_id, filter = {}, query }, { person, signal }) => {
    if (!person) throw new Problem('SIGNED_OUT')
    const ask: Ask = (endpoint, input) =>
      patiently(
        () => people.callAs(person, endpoint, input, signal),
        (ms) => delay(ms, undefined, { signal }),
      )
    const find = () => (group_id === undefined ? matchingDevices(ask, filter) : membersOf(ask, group_id))
    const found = await (query === undefined ? find() : devicesOfQuery(ask, query))
    if (found.length > maxSelected) throw tooMany(found.length)
    const devices: DeviceSummary[] = []
    for await (const part of partsOf(found)) devices.push(...part.map(selected))
    return { devices }
  },

  checkSecurity: async ({ filter, starts }, caller) => {
    const find = async (ask: Ask): Promise<Making[]> => {
      const devices = (await matchingDevices(ask, filter)).filter(({ device_id }) => textOf(device_id) !== '')
      if (devices.length === 0) throw new Problem('NOT_FOUND', 'No devices match', { service: 'mdm' })
      return devices.map((device) => () => Promise.resolve(itemOf(device)))
    }
    const job = await begin(
      {
        endpoint: getDeviceSecurity.id,
        title: 'Security check',
        titleOf: (items) => `Security check of ${counted(items, 'device', 'devices')}`,
        input: {},
        why_message: `The console reads the list of devices. ${starts ? 'The job starts' : 'The job can be scheduled'} when this is complete.`,
        find,
        areReady: true,
        ...(starts && { onComplete: (id: number) => startJob({ job: id }, caller) }),
      },
      caller,
    )
    return readJob({ job }, caller)
  },
})

async function devicesOfQuery(ask: Ask, query: string): Promise<DeviceSummary[]> {
  const found: DeviceSummary[] = []
  const columns = [...queriedFacts]
  for await (const { rows } of queriedParts((after) => ask(readQueriedDevices, { query, columns, after }))) {
    for (const { values, ...device } of rows) found.push({ ...values, ...device })
    refuseTooMany(maxSelected, found.length, 'devices')
  }
  return found
}

const tooMany = (devices: number) => {
  const [there, most] = [devices, maxSelected].map((count) => count.toLocaleString('en'))
  return new Problem('TOO_LARGE', `These are ${there} devices; at most ${most} can be selected. Find them by a query.`)
}

export function membersOf(ask: Ask, group_id: string): Promise<DeviceSummary[]> {
  const isOwn = (name: string) => name === 'limit' || name === 'offset'
  const before = new Set<string>()
  return everyDevice(async (paging) => {
    const given = { endpoint: listGroupMembers, input: { group_id, ...paging }, isOwn }
    return (await withoutRefused(ask, before, given)).page
  })
}

/** Item of a job about a device, named as on its page. */
export function itemOf(device: DeviceSummary) {
  const { device_id, device_name, serial_number, platform_type, os_version, user } = device
  const flat = device as Device
  const subject = textOf(device_id)
  const platform = [textOf(platform_type) || textOf(flat.platform), textOf(os_version)].filter(Boolean).join(' ')
  const userName = textOf(user?.user_name) || textOf(flat.user_name)
  const label = textOf(device_name) || textOf(flat.name) || textOf(serial_number) || subject
  const detail = [userName, platform, textOf(serial_number)].filter(Boolean).join(', ')
  return { subject, label: label.slice(0, 300), detail: detail.slice(0, 300) }
}

const selectedFields = [
  ...queriedFacts,
  'device_id',
  'device_name',
  'name',
  'udid',
  'user',
  'user_email',
  'platform',
  'is_removed',
  'is_encryption_enabled',
  'storage_encryption',
  'passcode_present',
  'device_rooted',
]

const selected = (device: DeviceSummary): DeviceSummary =>
  Object.fromEntries(Object.entries(device).filter(([name]) => selectedFields.includes(name)))
