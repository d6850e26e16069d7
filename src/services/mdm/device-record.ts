import type { Kysely } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { App } from '#contract/mdm/apps.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { findDevice, findDeviceKey } from './device-store.ts'
import { withEnforced } from './profiles/enforced.ts'
import { firstAppFields } from './resources/association-fields.ts'
import { countResources } from './resources/counts.ts'
import {
  reportedProfiles,
  distributedApps,
  groupsOfDevice,
  installedApps,
  profileItems,
} from './resources/device-associations.ts'
import type { DeviceTables } from './tables.ts'

const noDevice = (id: string) => new Problem('COM0008', `There is no device with the id ${id}`)

export async function requireDeviceKey(db: Kysely<DeviceTables>, deviceId: string): Promise<number> {
  const pk = await findDeviceKey(db, deviceId)
  if (pk === undefined) throw noDevice(deviceId)
  return pk
}

/** The current record without groups, profiles and apps. */
export async function requireRecord(
  db: Kysely<DeviceTables>,
  deviceId: string,
): Promise<{ pk: number; record: Device }> {
  const device = await findDevice(db, deviceId)
  if (!device) throw noDevice(deviceId)
  return device
}

/** The complete record. */
export async function wholeRecord(db: Kysely<DeviceTables>, pk: number, record: Device): Promise<Device> {
  const groups = await groupsOfDevice(db, pk)
  const items = await profileItems(db, pk)
  const profiles = await reportedProfiles(db, items)
  const apps = await distributedApps(db, pk)
  const installed = await installedApps(db, pk)
  const counts = { profile_count: profiles.length, app_count: installed.length, group_count: groups.length }
  // Devices that never reported have no counts.
  if (!record.summary && Object.values(counts).every((count) => count === 0)) return record
  const whole: Device = {
    ...withEnforced(record, items),
    ...counts,
    summary: { ...counts, doc_count: record.summary?.doc_count ?? 0 },
    ...(await groupFields(db, groups)),
    profiles,
    ...profileFields(profiles),
    apps,
    installed_apps: installed,
    ...(await appFields(db, apps)),
  }
  if (apps.length === 0) for (const name of firstAppFields) delete whole[name]
  return whole
}

async function groupFields(db: Kysely<DeviceTables>, groups: Awaited<ReturnType<typeof groupsOfDevice>>) {
  const [first] = groups
  const counts = first && (await countResources(db, [first.pk], ['members'])).get(first.pk)
  return {
    group: groups.map(({ group_id, group_name }) => ({ group_id, group_name })),
    groups: groups.map(({ group_id: id }) => id),
    group_id: first?.group_id,
    group_name: first?.group_name,
    device_count: counts?.members,
  }
}

const profileFields = (profiles: NonNullable<Device['profiles']>): Device => ({
  profile_ids: profiles.map(({ profile_id: id }) => id ?? ''),
  profile_id: profiles[0]?.profile_id,
  profile_name: profiles[0]?.profile_name,
  profilename: profiles[0]?.profile_name,
  profile_description: profiles[0]?.profile_description,
  applied_time: profiles[0]?.applied_time,
})

/** Flat fields describe the app that was distributed first. */
async function appFields(db: Kysely<DeviceTables>, apps: Awaited<ReturnType<typeof distributedApps>>): Promise<Device> {
  const [first] = apps
  if (!first) return {}
  const row = await db
    .selectFrom('resource')
    .select('content')
    .where('kind', '=', 'app')
    .where('id', '=', first.app_id ?? '')
    .executeTakeFirstOrThrow()
  const app = parseJson(row.content) as App
  const { platform_type: _, platform: _platform, added_time: _added, modified_time: _modified, ...flat } = first
  const label = app.release_labels?.[0]
  return {
    ...flat,
    app_ids: apps.map(({ app_id: id }) => id ?? ''),
    app_category_name: app.app_category,
    app_type: app.app_type,
    is_paid_app: app.is_app_paid,
    app_details: [{ app_id: app.app_id, release_label_id: label?.release_label_id }],
    ...label,
    ...(label && { release_label_details: { ...label } }),
  }
}
