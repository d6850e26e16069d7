import type { Kysely } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { App, DeviceApp } from '#contract/mdm/apps.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { type Profile } from '#contract/mdm/profiles.ts'
import { platformNumbers } from '#contract/mdm/status.ts'
import { codeOf } from '#services/demo/devices/apps.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { countResources } from './counts.ts'
import type { StoredProfile } from './descriptions.ts'
import { type DeviceItem, itemsOf } from './device-items.ts'

type DeviceProfile = NonNullable<Device['profiles']>[number]
type InstalledApp = NonNullable<Device['installed_apps']>[number]

/** An app without a version has no version code either. */
const onDevice = ({ app_id, app_name, bundle_identifier, platform_type }: App, version = '') => ({
  app_id,
  app_name,
  identifier: bundle_identifier,
  app_version: version === '' ? undefined : version,
  app_version_code: version === '' ? undefined : codeOf(version),
  platform_type,
})

const platformName = (platformType: number | undefined) =>
  platformNumbers[platformType as keyof typeof platformNumbers] as string | undefined

const distributedApp = ({ content, added_time }: DeviceItem<App>) => ({
  ...onDevice(content, content.version),
  platform: platformName(content.platform_type),
  added_time,
  modified_time: Math.max(added_time, Number(content.modified_time)),
  icon: content.icon,
})

export async function distributedApps(db: Kysely<DeviceTables>, devicePk: number) {
  return (await itemsOf<App>(db, devicePk, 'app')).map(distributedApp)
}

export async function installedApps(db: Kysely<DeviceTables>, devicePk: number): Promise<InstalledApp[]> {
  const rows = await db
    .selectFrom('installed_app')
    .innerJoin('resource', 'resource.pk', 'installed_app.app_pk')
    .select(['content', 'version', 'label_id'])
    .where('device_pk', '=', devicePk)
    .orderBy('by_name')
    .orderBy('resource.pk')
    .execute()
  return rows.map(({ content, version, label_id }) => {
    const app = parseJson(content) as App
    const label = app.release_labels?.find(({ release_label_id: id }) => id === label_id)
    return Object.assign(onDevice(app, version), label && { release_label_details: label })
  })
}

/** Distributed and installed apps of a device. */
export async function appsOfDevice(db: Kysely<DeviceTables>, devicePk: number): Promise<DeviceApp[]> {
  const distributed = await distributedApps(db, devicePk)
  const installed = new Map((await installedApps(db, devicePk)).map((app) => [app.app_id, app]))
  const sent = new Set(distributed.map(({ app_id: id }) => id))
  return [
    ...distributed.map((app) =>
      Object.assign(app, installed.get(app.app_id), { is_distributed: true, is_installed: installed.has(app.app_id) }),
    ),
    ...[...installed.values()]
      .filter(({ app_id: id }) => !sent.has(id))
      .map((app) => Object.assign(app, { is_distributed: false, is_installed: true })),
  ]
}

export const profileItems = (db: Kysely<DeviceTables>, devicePk: number) =>
  itemsOf<StoredProfile>(db, devicePk, 'profile')

export const profilesOfDevice = async (db: Kysely<DeviceTables>, devicePk: number) =>
  reportedProfiles(db, await profileItems(db, devicePk))

/** Profiles as reported by a device. */
export async function reportedProfiles(
  db: Kysely<DeviceTables>,
  items: readonly DeviceItem<StoredProfile>[],
): Promise<DeviceProfile[]> {
  const counts = await countResources(
    db,
    items.map(({ pk }) => pk),
    ['devices', 'groups'],
  )
  return items.map((item) =>
    Object.assign(named(item.content.profile), {
      status: item.status,
      remarks: item.remarks,
      localized_remarks: item.remarks,
      applied_time: item.added_time,
      group_count: counts.get(item.pk)?.groups,
      device_count: counts.get(item.pk)?.devices,
    }),
  )
}

const named = (profile: Profile) => ({
  profile_id: profile.profile_id,
  profile_name: profile.profile_name,
  profile_description: profile.profile_description,
  created_user: profile.created_by,
  created_time: profile.creation_time,
  last_modified_user: profile.last_modified_by,
  last_modified_time: profile.last_modified_time,
  platform_type: profile.platform_type,
})

export async function groupsOfDevice(db: Kysely<DeviceTables>, devicePk: number) {
  const rows = await db
    .selectFrom('group_member')
    .innerJoin('resource', 'resource.pk', 'group_member.group_pk')
    .select(['resource.pk', 'id', 'content'])
    .where('device_pk', '=', devicePk)
    .orderBy('by_name')
    .orderBy('resource.pk')
    .execute()
  return rows.map(({ pk, id, content }) => ({
    pk,
    group_id: id,
    group_name: (parseJson(content) as { name?: string }).name ?? '',
  }))
}
