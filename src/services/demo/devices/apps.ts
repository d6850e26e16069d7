import type { Device } from '#contract/mdm/devices.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { Dice } from '#services/demo/random.ts'
import { day } from '#services/demo/time.ts'
import { administrators } from './accounts.ts'
import { type Platform, systems } from './models.ts'
import type { Unit } from './unit.ts'

type App = { name: string; slug: string; category: string; version: string; enterprise?: boolean; paid?: boolean }

/** Distributed apps, each for every platform, in their newest version; devices may have older ones. */
export const catalog: readonly App[] = [
  { name: 'Mail & Calendar', slug: 'mail', category: 'Productivity', version: '6.14.2' },
  { name: 'Harbour Timesheet', slug: 'timesheet', category: 'Business', version: '3.2.0', enterprise: true },
  { name: 'Pick & Pack', slug: 'pick-pack', category: 'Logistics', version: '11.0.5', enterprise: true },
  { name: 'Secure Browser', slug: 'browser', category: 'Utilities', version: '128.4.1' },
  { name: 'Field Notes – Übergabe', slug: 'field-notes', category: 'Business', version: '1.9.33', enterprise: true },
  { name: 'Whiteboard', slug: 'whiteboard', category: 'Productivity', version: '2.7', paid: true },
  { name: '会議室予約', slug: 'rooms', category: 'Business', version: '4.0.1', enterprise: true },
  { name: 'Authenticator', slug: 'otp', category: 'Security', version: '8.1.0' },
  { name: 'PDF Signer', slug: 'pdf-signer', category: 'Productivity', version: '5.5.12', paid: true },
]
/** Apps installed by users. */
export const ownChoice: readonly App[] = [
  { name: 'Tide Tables', slug: 'tides', category: 'Weather', version: '2.3' },
  { name: 'Chess 3000', slug: 'chess', category: 'Games', version: '30.0.0' },
  { name: 'Bus & Tram', slug: 'bus', category: 'Travel', version: '7.8.1' },
]

export const releaseLabels = [
  { release_label_id: idOf('releaseLabel', 0), release_label_name: 'Production' },
  { release_label_id: idOf('releaseLabel', 1), release_label_name: 'Pilot group' },
] as const

export const codeOf = (version: string) => version.replaceAll('.', '').padEnd(5, '0')
const previous = (version: string) => `${Number(version.split('.')[0]) - 1}.9.0`
export const appId = (app: App, platform: Platform) =>
  idOf('app', [...catalog, ...ownChoice].indexOf(app) * 10 + systems[platform].id)

function onDevice(app: App, platform: Platform, version: string) {
  return {
    app_id: appId(app, platform),
    app_name: app.name,
    identifier: identifierOf(app),
    app_version: version,
    app_version_code: codeOf(version),
    platform_type: systems[platform].id,
  }
}

/** Distributed and installed apps, with differences: older, missing and additional ones. */
export function appsOf(unit: Unit): Device {
  const { index, model, registeredAt, detailed } = unit
  const { platform } = model
  const dice = new Dice('apps', index)
  const start = dice.between(0, catalog.length - 1)
  const count = detailed ? dice.between(3, 5) : 1
  const distributed = Array.from({ length: count }, (_, at) => catalog[(start + at) % catalog.length] as App)
  const apps = distributed.map((app) => ({
    ...onDevice(app, platform, app.version),
    platform,
    added_time: registeredAt + day,
    modified_time: registeredAt + dice.between(2, 30) * day,
    icon: iconOf(app),
  }))
  const label = releaseLabels[dice.chance(0.85) ? 0 : 1]
  const arrived = distributed.filter((_, at) => at === 0 || dice.chance(0.8))
  const installed = [...arrived, ...(dice.chance(detailed ? 0.6 : 0.3) ? [dice.pick(ownChoice)] : [])].map((app) => {
    const version = dice.chance(0.75) ? app.version : previous(app.version)
    const labeled = catalog.includes(app) && { release_label_details: { ...label } }
    return Object.assign(onDevice(app, platform, version), labeled)
  })
  return { apps, installed_apps: installed, app_count: installed.length, ...firstAppOf(unit, distributed, label, dice) }
}

export const identifierOf = ({ slug }: App) => `example.harbourvale.${slug}`
export const iconOf = ({ slug }: App) => `/icons/apps/${slug}.png`

/** Flat fields describe the app that was distributed first. */
function firstAppOf(
  { model, corporate, registeredAt }: Unit,
  apps: App[],
  label: (typeof releaseLabels)[number],
  dice: Dice,
): Device {
  const first = apps[0] as App
  const by = dice.pick(administrators)
  const { platform_type: _, ...fields } = onDevice(first, model.platform, first.version)
  return {
    ...fields,
    app_ids: apps.map((app) => appId(app, model.platform)),
    app_category_name: first.category,
    app_type: first.enterprise ? 2 : 1,
    // A string here, unlike app_type (mobile-device-management, Apps)
    applicable_for: corporate ? '1' : '2',
    app_details: [{ app_id: fields.app_id, release_label_id: label.release_label_id }],
    icon: iconOf(first),
    apps_rating_value: dice.between(20, 50) / 10,
    ...label,
    release_label_details: { ...label },
    is_paid_app: first.paid ?? false,
    silent_install: dice.chance(0.7),
    do_not_uninstall: dice.chance(0.3),
    associated_by: by.name,
    associated_by_user_id: by.id,
    associated_by_user_name: by.name,
    associated_on: registeredAt + day,
  }
}
