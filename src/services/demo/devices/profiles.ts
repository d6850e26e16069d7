import type { Device } from '#contract/mdm/devices.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { company, type Office, offices } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { day, hour } from '#services/demo/time.ts'
import { administrators } from './accounts.ts'
import { systems } from './models.ts'
import { payloadsOf } from './payloads.ts'
import type { Unit } from './unit.ts'

/** Configuration profiles of the demo. */
export const catalog = [
  { name: 'Passcode policy', description: 'Six digits or more, locked after five minutes' },
  { name: 'Office Wi-Fi', description: `The wireless network of every ${company} office` },
  { name: 'Mail account', description: 'Mail, calendar and contacts of the user' },
  { name: 'VPN always on', description: 'All traffic through the nearest gateway' },
  { name: 'Restrictions – standard', description: 'What a company device may not do' },
  { name: 'Kiosk – single app', description: 'One app, no way out without the code' },
  { name: 'Ärzte & Pflege', description: '' },
]

export const departments = ['Sales', 'Warehouse', 'Finance', 'Engineering', 'Front desk', 'Healthcare', '人事部']

export function profilesOf(unit: Unit): Device {
  const { index, model, registeredAt, kiosk, detailed } = unit
  const dice = new Dice('profiles', index)
  const start = kiosk ? 5 : dice.between(0, catalog.length - 1)
  const profiles = Array.from({ length: detailed ? dice.between(2, 3) : 1 }, (_, at) =>
    profileOf((start + at) % catalog.length, unit, dice),
  )
  const first = profiles[0]
  const groups = groupsOf(unit, dice)
  const counts = {
    profile_count: profiles.length,
    doc_count: dice.between(0, 4),
    group_count: groups.length,
  }
  return {
    ...counts,
    profile_id: first?.profile_id,
    profile_ids: profiles.map(({ profile_id: id }) => id ?? ''),
    profile_name: first?.profile_name,
    profilename: first?.profile_name,
    profile_description: first?.profile_description,
    applied_time: registeredAt + hour,
    profiles,
    group: groups,
    groups: groups.map(({ group_id: id }) => id),
    group_id: groups[0]?.group_id,
    group_name: groups[0]?.group_name,
    device_count: dice.between(1, 400),
    ...payloadsOf(unit, systems[model.platform].id),
  }
}

export const profileId = (number: number, platformId: number) => idOf('profile', number * 10 + platformId)
export const officeGroup = (office: Office) => ({
  group_id: idOf('group', offices.indexOf(office)),
  group_name: `Office ${office.code}`,
})
export const departmentGroup = (department: number) => ({
  group_id: idOf('group', 100 + department),
  group_name: departments[department] ?? '',
})

function profileOf(number: number, { model, registeredAt }: Unit, dice: Dice) {
  const { name, description } = catalog[number] as (typeof catalog)[number]
  const failed = dice.chance(0.1)
  const remarks = failed ? 'The device refused the profile: another one has the same identifier' : 'Applied'
  return {
    profile_id: profileId(number, systems[model.platform].id),
    profile_name: name,
    profile_description: description,
    status: failed ? 7 : 6,
    remarks,
    localized_remarks: remarks,
    applied_time: registeredAt + dice.between(1, 30) * day,
    group_count: dice.between(1, 9),
    device_count: dice.between(1, 900),
    created_user: dice.pick(administrators).name,
    created_time: registeredAt - 100 * day,
    last_modified_user: dice.pick(administrators).name,
    last_modified_time: registeredAt - dice.between(1, 90) * day,
    platform_type: systems[model.platform].id,
  }
}

/** Every device is in its office's group, many also in a department's. */
function groupsOf({ office, corporate }: Unit, dice: Dice) {
  const department = dice.between(0, departments.length - 1)
  const groups = [officeGroup(office)]
  if (corporate && dice.chance(0.6)) groups.push(departmentGroup(department))
  return groups
}
