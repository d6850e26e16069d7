import type { Kysely } from 'kysely'
import { deviceGroups, type DeviceGroup } from '#contract/mdm/device-fields.ts'
import {
  type devicePartRows,
  listDeviceActions,
  listDeviceConfigurationProfiles,
  listDeviceLocations,
} from '#contract/mdm/device-parts.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { Problem } from '#contract/problem.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { fold } from '#services/lists/fold.ts'
import { requireRecord, wholeRecord } from '#services/mdm/device-record.ts'
import { pageOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { withEnforced } from '#services/mdm/profiles/enforced.ts'
import { profileItems } from '#services/mdm/resources/device-associations.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'

/** Parts of a device record as separate resources. */
export function partHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof devicePartRows> {
  const recordOf = async ({ device_id }: { device_id: string }) => (await requireRecord(db, device_id)).record
  const fieldsOf =
    <const N extends readonly (keyof Device)[]>(...names: N) =>
    async (input: { device_id: string }) =>
      picked(await recordOf(input), names)

  return {
    getDeviceSummary: async ({ device_id }) => {
      const { pk, record } = await requireRecord(db, device_id)
      const { summary = nothingYet } = await wholeRecord(db, pk, record)
      return summary
    },
    getDeviceCertificates: async (input) => {
      const { certificates, managedcertificates, unmanagedcertificates } = await recordOf(input)
      // Both lists occur twice in the record, possibly incomplete.
      return {
        managedcertificates: longer(certificates?.managedcertificates, managedcertificates),
        unmanagedcertificates: longer(certificates?.unmanagedcertificates, unmanagedcertificates),
      }
    },
    getDeviceRestrictions: async ({ device_id, searchfield, searchkey }) => {
      const { pk, record: told } = await requireRecord(db, device_id)
      const record = withEnforced(told, await profileItems(db, pk))
      const wanted = restrictionNames.filter(
        (name) =>
          (searchfield === undefined || fold(searchfield) === name) && name.includes(fold(searchkey ?? '').trim()),
      )
      const all = searchfield === undefined && searchkey === undefined
      return picked(record, all ? [...wanted, 'vendor_restricions'] : wanted)
    },
    getDeviceSecurity: fieldsOf(...namesOf('security')),
    getDeviceFilevault: fieldsOf('vendor_vault'),
    getDeviceFirmware: fieldsOf(
      'firmware_mode',
      'is_firmware_password_exists',
      'is_firmware_change_pending',
      'is_roms_allowed',
    ),
    revealFirmwarePassword: async ({ device_id }) => {
      const { pk, record } = await requireRecord(db, device_id)
      // The password is not stored: the simulated device provides it.
      const { firmware_password } = deviceAt(pk - 1).record
      if (!record.is_firmware_password_exists || firmware_password === undefined) {
        throw new Problem('COM0008', `The device ${device_id} has no firmware password`)
      }
      return { firmware_password }
    },
    getDevicePollTime: fieldsOf('last_contact_time', 'next_poll_time'),
    getDevicePrivacy: fieldsOf(...namesOf('privacy')),

    listDeviceConfigurationProfiles: async (input, call) => {
      const { configuration_profiles = [] } = await recordOf(input)
      return pageOf({ endpoint: listDeviceConfigurationProfiles, input, call, tokens }, configuration_profiles)
    },
    listDeviceLocations: async (input, call) => {
      const { locations = [] } = await recordOf(input)
      return pageOf({ endpoint: listDeviceLocations, input, call, tokens }, locations, newestFirst)
    },
    listDeviceActions: async (input, call) => {
      const { actions = [] } = await recordOf(input)
      return pageOf({ endpoint: listDeviceActions, input, call, tokens }, actions)
    },
  }
}

const nothingYet = { profile_count: 0, app_count: 0, doc_count: 0, group_count: 0 }

const namesOf = (group: DeviceGroup) => Object.keys(deviceGroups[group]) as (keyof Device)[]

const picked = (record: Device, names: readonly (keyof Device)[]): Device =>
  Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]))

const longer = <T>(one: T[] | undefined, other: T[] | undefined): T[] =>
  (one?.length ?? 0) >= (other?.length ?? 0) ? (one ?? []) : (other ?? [])

const digitsOfATime = 16
const newestFirst = ({ located_time }: { located_time?: unknown }, index: number) =>
  String(10 ** (digitsOfATime - 1) - Number(located_time ?? 0)).padStart(digitsOfATime, '0') +
  String(index).padStart(6, '0')
