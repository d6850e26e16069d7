import type { Permission } from '#contract/endpoint.ts'
import { labelOf } from '#contract/field.ts'
import { actionLabel } from '#contract/mdm/action-rules.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { ActionName } from '#contract/mdm/status.ts'
import { isAction, permissionOf } from './send-action.ts'

type Offered = NonNullable<Device['actions']>[number]
export type MenuEntry = { name: string; label: string; action: ActionName | undefined; refusal: string | undefined }
export type MenuGroup = { title: string; entries: MenuEntry[] }

/** In the order of the day's work; what cannot be undone comes last. */
const groups: readonly [title: string, names: readonly ActionName[]][] = [
  ['Information', ['scan', 'fetch_location', 'remote_debug']],
  ['Access', ['lock', 'clear_passcode', 'reset_passcode', 'unlock_user_account']],
  ['Lost or stolen', ['enable_lost_mode', 'disable_lost_mode', 'remote_alarm']],
  ['Remote help', ['remote_control', 'remote_view']],
  ['Power', ['restart', 'shutdown']],
  ['Kiosk', ['pause_kiosk', 're_apply_kiosk']],
  ['Erase', ['corporate_wipe', 'complete_wipe']],
]
const others = 'Other'
const container = 'Container'

const groupOf = (name: string) => groups.find(([, names]) => names.some((one) => one === name))?.[0] ?? others

type Told = {
  actions: readonly Offered[]
  vendorActions?: Device['vendor_actions']
  may: (wanted: Permission) => boolean
}

/** The menu is the device's own list: what it refuses stays in it with the reason, and so does what we cannot send. */
export function actionMenu({ actions, vendorActions = [], may }: Told): MenuGroup[] {
  const entries = actions.map((offered) => ({ title: groupOf(offered.name ?? ''), entry: entryOf(offered, may) }))
  const ofContainer = vendorActions.map((offered) => ({ title: container, entry: containerEntry(offered) }))
  return [...groups.map(([title]) => title), others, container]
    .map((title) => ({
      title,
      entries: [...entries, ...ofContainer].filter((one) => one.title === title).map(({ entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0)
}

const sharedByMoreThan = 2

/** The reason that most of the refused entries share, where it would be repeated many times. */
export function sharedRefusal(menu: readonly MenuGroup[]): string | undefined {
  const refusals = menu.flatMap(({ entries }) => entries.flatMap(({ refusal }) => refusal ?? []))
  const [most] = [...Map.groupBy(refusals, (refusal) => refusal)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return most && most[1].length > sharedByMoreThan ? most[0] : undefined
}

function entryOf(offered: Offered, may: Told['may']): MenuEntry {
  const name = offered.name ?? ''
  const action = isAction(name) ? name : undefined
  return { name, label: labelFor(offered), action, refusal: refusalFor(offered, action, may) }
}

const labelFor = ({ name = '', localized_name }: Pick<Offered, 'name' | 'localized_name'>) =>
  localized_name || (isAction(name) ? actionLabel(name) : labelOf(name)) || 'Unnamed action'

function refusalFor(offered: Offered, action: ActionName | undefined, may: Told['may']): string | undefined {
  if (!action) return 'This action is not supported by this console'
  if (offered.is_enabled !== true) {
    return offered.localized_action_info || offered.action_info || 'Not available. No reason reported by the server.'
  }
  const permission = permissionOf(action)
  return may(permission) ? undefined : `Your account needs ${permission}`
}

/** The reference names these actions and states no call for them. */
function containerEntry(offered: NonNullable<Device['vendor_actions']>[number]): MenuEntry {
  const said = offered.is_enabled === true ? '' : offered.localized_action_info || offered.action_info
  return {
    name: offered.name ?? '',
    label: labelFor(offered),
    action: undefined,
    refusal: said || 'Not available in the server API',
  }
}
