import { counted } from '#contract/words/counted.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { type Concern, daysSince, type Places } from './concern.ts'

/** Devices without contact for this long may be lost, broken or unreachable. */
const silentDays = 30

type Silent = { id: string; title: string; contact: Scalar | undefined; what: string; to: string }

/** An unknown last contact is reported as such, not as a long silence. */
function silenceOf({ id, title, contact, what, to }: Silent, now: number, after = silentDays): Concern[] {
  const at = instantOf(contact)
  const days = at && daysSince(at, now)
  if (days !== undefined && days < after) return []
  const why =
    days === undefined ? `${what}: no contact reported` : `${what}: no contact for ${counted(days, 'day', 'days')}`
  return [{ id: `silent ${id}`, state: String(contact ?? ''), kind: 'silent', urgent: false, title, why, to }]
}

export const silentDevices = (rows: readonly DeviceSummary[], now: number, places: Places, after?: number): Concern[] =>
  rows.flatMap(({ device_id = '', device_name, serial_number, last_contact_time }) =>
    device_id === ''
      ? []
      : silenceOf(
          {
            id: `device ${device_id}`,
            title: device_name || serial_number || device_id,
            contact: last_contact_time,
            what: 'Enrolled device',
            to: places.device(device_id),
          },
          now,
          after,
        ),
  )

/** The text form is preferred, since the number may exceed double precision. */
const idOf = ({ resource_id_string, resource_id }: Computer) => resource_id_string || (resource_id ?? '')

export const silentComputers = (rows: readonly Computer[], now: number, places: Places): Concern[] =>
  rows.flatMap((row) => {
    const id = idOf(row)
    if (id === '') return []
    const { resource_name, full_name, agent_last_contact_time: contact } = row
    const title = resource_name || full_name || id
    return silenceOf({ id: `computer ${id}`, title, contact, what: 'Agent', to: places.computer(id) }, now)
  })

export const failedInstallations = (rows: readonly Computer[], places: Places): Concern[] =>
  rows.flatMap((row) => {
    const id = idOf(row)
    return id === ''
      ? []
      : [
          {
            id: `agent ${id}`,
            state: `${row.remarks ?? ''} ${row.computer_status_update_time ?? ''}`,
            kind: 'failed',
            urgent: false,
            title: row.resource_name || row.full_name || id,
            why: 'Agent installation failed',
            to: places.computer(id),
          },
        ]
  })
