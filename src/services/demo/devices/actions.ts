import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import type { ActionFacts } from '#contract/mdm/actions/obstacles.ts'
import { offeredActions, refusalOf } from '#contract/mdm/actions/rules.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import type { Unit } from './unit.ts'

/** Initial facts of a device that determine its available actions. */
const factsOf = ({ status, model, corporate, supervised, lost, kiosk, os }: Unit): ActionFacts => ({
  managed_status: status,
  platform_type: model.platform,
  model_type: model.form,
  owned_by: corporate ? 1 : 2,
  is_supervised: supervised,
  is_lost_mode_enabled: lost,
  os_version: os.version,
  kiosk: kiosk ? 'running' : 'none',
})

/** Commands possible on this device. */
export function possibleActions(unit: Unit): ActionName[] {
  const facts = factsOf({ ...unit, status: 2 })
  return offeredActions(facts).filter((name) => refusalOf(name, facts) === undefined)
}

/**
 * The action menu: excludes actions unsupported by the platform, explains unavailable ones, and reports the status of
 * the last used one.
 */
export function actionsOf(
  unit: Unit,
  [newest]: readonly DeviceCommand[],
  facts: ActionFacts = factsOf(unit),
): Pick<Device, 'actions' | 'vendor_actions'> {
  const offered = offeredActions(facts).map((name) => {
    const reason = refusalOf(name, facts)?.reason
    const last = name === newest?.command_name ? newest.command_life?.at(-1) : undefined
    return {
      name,
      localized_name: actions[name].label,
      is_enabled: reason === undefined,
      action_info: reason,
      localized_action_info: unit.detailed ? reason : undefined,
      status_code: last?.status_code,
      status_description: last?.status_description,
      localized_status_description: last?.status_description,
    }
  })
  return { actions: offered, ...(unit.model.container && { vendor_actions: containerActions(unit, facts) }) }
}

function containerActions({ supervised }: Unit, { managed_status }: ActionFacts) {
  const enabled = managed_status === 2
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
