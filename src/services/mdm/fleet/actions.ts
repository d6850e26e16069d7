import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { type ActionName, actionNames } from '#contract/mdm/status.ts'
import type { Form, Platform } from './models.ts'
import type { Unit } from './unit.ts'

type Rule = {
  label: string
  on: readonly Platform[]
  forms?: readonly Form[]
  /** Why a device cannot do it now; the first that holds is the `action_info`. */
  unless?: readonly Obstacle[]
}
type Obstacle = keyof typeof obstacles

const obstacles = {
  personal: { holds: (unit: Unit) => !unit.corporate, text: 'Not on a personal device' },
  unsupervised: { holds: (unit: Unit) => !unit.supervised, text: 'Only on a supervised device' },
  lost: { holds: (unit: Unit) => unit.lost, text: 'The device is in lost mode already' },
  found: { holds: (unit: Unit) => !unit.lost, text: 'The device is not in lost mode' },
  free: { holds: (unit: Unit) => !unit.kiosk, text: 'The device is not in kiosk mode' },
  old: { holds: (unit: Unit) => unit.os.version.startsWith('9.'), text: 'Needs system version 10 or later' },
} as const

const everywhere: readonly Platform[] = ['Platform A', 'Platform B', 'Platform C']
const [a, b, c] = ['Platform A', 'Platform B', 'Platform C'] as const
const handhelds: readonly Form[] = ['Smartphone', 'Tablet', 'Rugged scanner']

/** What each platform offers, in the order of the reference. */
const rules: Record<ActionName, Rule> = {
  scan: { label: 'Scan', on: everywhere },
  lock: { label: 'Lock', on: everywhere },
  remote_control: { label: 'Remote control', on: [b, c], unless: ['personal', 'old'] },
  remote_view: { label: 'Remote view', on: [a, b], forms: handhelds, unless: ['personal'] },
  remote_alarm: { label: 'Remote alarm', on: [a, b], forms: handhelds },
  complete_wipe: { label: 'Complete wipe', on: everywhere, unless: ['personal'] },
  corporate_wipe: { label: 'Corporate wipe', on: everywhere },
  clear_passcode: { label: 'Clear passcode', on: [a, b], forms: handhelds, unless: ['old'] },
  reset_passcode: { label: 'Reset passcode', on: [b], unless: ['old'] },
  fetch_location: { label: 'Fetch location', on: [a, b], forms: handhelds, unless: ['personal'] },
  shutdown: { label: 'Shut down', on: [a, c], unless: ['unsupervised'] },
  restart: { label: 'Restart', on: everywhere, unless: ['unsupervised'] },
  enable_lost_mode: { label: 'Enable lost mode', on: [a, b], forms: handhelds, unless: ['unsupervised', 'lost'] },
  disable_lost_mode: { label: 'Disable lost mode', on: [a, b], forms: handhelds, unless: ['found'] },
  pause_kiosk: { label: 'Pause kiosk', on: [a, b], forms: ['Tablet', 'TV', 'Rugged scanner'], unless: ['free'] },
  re_apply_kiosk: { label: 'Re-apply kiosk', on: [a, b], forms: ['Tablet', 'TV', 'Rugged scanner'], unless: ['free'] },
  remote_debug: { label: 'Remote debug', on: [b], unless: ['personal'] },
  unlock_user_account: { label: 'Unlock user account', on: [a, c], forms: ['Laptop'] },
}

export const actionLabel = (name: ActionName) => rules[name].label

const offeredFor = ({ model }: Unit, { on, forms }: Rule) =>
  on.includes(model.platform) && (forms?.includes(model.form) ?? true)

const obstacleFor = (unit: Unit, { unless = [] }: Rule) =>
  unit.status === 2 ? unless.find((name) => obstacles[name].holds(unit)) : 'unmanaged'

/** The commands that this device could be sent. */
export const possibleActions = (unit: Unit): ActionName[] =>
  actionNames.filter(
    (name) => offeredFor(unit, rules[name]) && obstacleFor({ ...unit, status: 2 }, rules[name]) === undefined,
  )

/**
 * The action menu: what the platform does not know is not offered, what the device cannot do now says why, and
 * the one that was used last says how that went (M162).
 */
export function actionsOf(unit: Unit, [newest]: readonly DeviceCommand[]): Device {
  const offered = actionNames.filter((name) => offeredFor(unit, rules[name]))
  const actions = offered.map((name) => {
    const obstacle = obstacleFor(unit, rules[name])
    const reason = obstacle === 'unmanaged' ? 'The device is not managed' : obstacle && obstacles[obstacle].text
    const last = name === newest?.command_name ? newest.command_life?.at(-1) : undefined
    return {
      name,
      localized_name: rules[name].label,
      is_enabled: reason === undefined,
      action_info: reason,
      localized_action_info: unit.detailed ? reason : undefined,
      status_code: last?.status_code,
      status_description: last?.status_description,
      localized_status_description: last?.status_description,
    }
  })
  return { actions, ...(unit.model.container && { vendor_actions: containerActions(unit) }) }
}

function containerActions({ status, supervised }: Unit) {
  const enabled = status === 2
  const reason = enabled ? undefined : 'The device is not managed'
  const action = (name: string, localized_name: string, is_enabled = enabled, why = reason) => ({
    name,
    localized_name,
    is_enabled,
    action_info: why,
    localized_action_info: why,
  })
  return [
    action('container_lock', 'Lock container'),
    action('container_unlock', 'Unlock container'),
    action('container_clear_password', 'Clear container password'),
    supervised
      ? action('container_remove', 'Remove container')
      : action('container_remove', 'Remove container', false, 'The user created the container'),
  ]
}
