import type { Kysely } from 'kysely'
import type { App } from '#contract/mdm/apps.ts'
import { deviceGroupType, type Group } from '#contract/mdm/groups.ts'
import type { PayloadKind } from '#contract/mdm/payload-kinds.ts'
import { type Profile } from '#contract/mdm/profiles.ts'
import { profileStatus } from '#contract/mdm/status.ts'
import { insertAll } from '#platform/database/differences.ts'
import { administrators } from '#services/demo/devices/accounts.ts'
import * as fleetApps from '#services/demo/devices/apps.ts'
import { type Platform, systems } from '#services/demo/devices/models.ts'
import * as fleetProfiles from '#services/demo/devices/profiles.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { domain, offices } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { type Moment, day } from '#services/demo/time.ts'
import { restrictionsIn } from '#services/mdm/profiles/enforced.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { appDescription, groupDescription, profileDescription, type StoredProfile } from './descriptions.ts'
import { resourceRow } from './resource-store.ts'

/** Creates the groups, profiles and apps of demo devices. */
export async function addCatalog(db: Kysely<DeviceTables>, now: Moment, changed: number) {
  const platforms = Object.keys(systems) as Platform[]
  const groups = [
    ...offices.map((office, at) => groupOf(fleetProfiles.officeGroup(office), office.address, now, at)),
    ...fleetProfiles.departments.map((_, at) => groupOf(fleetProfiles.departmentGroup(at), '', now, 100 + at)),
  ]
  const profiles = platforms.flatMap((platform) =>
    fleetProfiles.catalog.map((_, number) => profileOf(number, platform, now)),
  )
  const apps = platforms.flatMap((platform) =>
    [...fleetApps.catalog, ...fleetApps.ownChoice].map((app) => appOf(app, platform, now)),
  )
  const rows = [
    ...groups.map((group) => resourceRow('group', groupDescription(group), changed)),
    ...profiles.map((profile) => resourceRow('profile', profileDescription(profile), changed)),
    ...apps.map((app) => resourceRow('app', appDescription(app), changed)),
  ]
  await insertAll(db, 'resource', rows)
}

const madeBefore = (topic: string, index: number) => {
  const dice = new Dice(topic, index)
  return { by: dice.pick(administrators), age: dice.between(1300, 1500) * day, changed: dice.between(1, 300) * day }
}

function groupOf(group: { group_id: string; group_name: string }, description: string, now: Moment, at: number): Group {
  const { by, age } = madeBefore('group', at)
  return {
    group_id: group.group_id,
    name: group.group_name,
    group_type: deviceGroupType,
    domain,
    description,
    created_user: by.name,
    created_time: now - age,
  }
}

const [kioskApp = ''] = fleetApps.catalog.map(fleetApps.identifierOf)

/** Payloads of the catalog's profiles, in order. */
const payloads: readonly [PayloadKind, Record<string, string | number>][] = [
  ['passcode', { min_length: 6, max_failed_attempts: 10 }],
  ['wifi', { ssid: 'HV-STAFF', security_type: 'wpa3', identity_certificate: 'Wi-Fi identity' }],
  [
    'email',
    {
      account_name: 'Work',
      incoming_protocol: 'imap',
      incoming_server: `imap.${domain}`,
      incoming_port: 993,
      outgoing_server: `smtp.${domain}`,
      outgoing_port: 465,
      encryption: 'tls',
    },
  ],
  ['vpn', { server: `vpn.${domain}`, connection_type: 'always_on' }],
  ['restrictions', { camera: 1, allow_usb: 0 }],
  ['kiosk', { app_identifier: kioskApp }],
  ['web_clip', { label: 'Visite', url: `https://klinik.${domain}/` }],
]

function profileOf(number: number, platform: Platform, now: Moment): StoredProfile {
  const platformId = systems[platform].id
  const { by, age, changed } = madeBefore('profile', number * 10 + platformId)
  const { name, description } = fleetProfiles.catalog[number] ?? { name: '', description: '' }
  const [kind, content] = payloads[number] ?? ['restrictions', {}]
  const profile: Profile = {
    profile_id: fleetProfiles.profileId(number, platformId),
    collection_id: idOf('profile', 1000 + number * 10 + platformId),
    profile_name: name,
    profile_description: description,
    profile_version: 2,
    platform_type: platformId,
    profile_status: profileStatus[110],
    profile_status_id: 110,
    scope: 0,
    is_moved_to_trash: false,
    created_by: by.name,
    creation_time: now - age,
    last_modified_by: by.name,
    last_modified_time: now - changed,
  }
  const payload = {
    payload_id: idOf('profile', 2000 + number * 10 + platformId),
    payload_type: kind,
    payload_name: kind,
    payload_version: 1,
    payload: content,
  }
  return { profile, payloads: [payload], enforced: restrictionsIn([payload]) }
}

function appOf(app: (typeof fleetApps.catalog)[number], platform: Platform, now: Moment): App {
  const app_id = fleetApps.appId(app, platform)
  const { age, changed } = madeBefore('app', Number(app_id.slice(-6)))
  return {
    app_id,
    app_name: app.name,
    app_category: app.category,
    app_type: app.enterprise ? 2 : 1,
    bundle_identifier: fleetApps.identifierOf(app),
    version: app.version,
    platform_type: systems[platform].id,
    description: `${app.name} for ${platform}`,
    icon: fleetApps.iconOf(app),
    store_url: app.enterprise ? undefined : `https://store.example/${app.slug}`,
    is_app_paid: app.paid ?? false,
    release_labels: fleetApps.catalog.includes(app) ? [...fleetApps.releaseLabels] : [],
    added_time: now - age,
    modified_time: now - changed,
  }
}
