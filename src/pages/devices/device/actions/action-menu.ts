import { labelOf } from '#contract/words/label.ts'
import { type ActionName, actionGroups, actions, isAction } from '#contract/mdm/actions/actions.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import type { Device } from '#contract/mdm/devices.ts'
import type { Permission } from '#contract/permission.ts'

type Offered = NonNullable<Device['actions']>[number]
export type MenuEntry = { name: string; label: string; action: ActionName | undefined; refusal: string | undefined }
export type MenuGroup = { title: string; entries: MenuEntry[] }

const others = 'Other'
const container = 'Container'

const groupOf = (name: string) => (isAction(name) ? actions[name].group : others)

type ReportedActions = {
  offered: readonly Offered[]
  vendorActions?: Device['vendor_actions']
  may: (wanted: Permission) => boolean
}

/** Actions reported for the device; unavailable and unsupported ones are listed with the reason. */
export function actionMenu({ offered, vendorActions = [], may }: ReportedActions): MenuGroup[] {
  const entries = offered.map((one) => ({ title: groupOf(one.name ?? ''), entry: entryOf(one, may) }))
  const ofContainer = vendorActions.map((one) => ({ title: container, entry: containerEntry(one) }))
  return [...actionGroups, others, container]
    .map((title) => ({
      title,
      entries: [...entries, ...ofContainer].filter((one) => one.title === title).map(({ entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0)
}

const sharedByMoreThan = 2

/** The reason shared by most unavailable actions, to avoid repetition. */
export function sharedRefusal(menu: readonly MenuGroup[]): string | undefined {
  const refusals = menu.flatMap(({ entries }) => entries.flatMap(({ refusal }) => refusal ?? []))
  const [max] = [...Map.groupBy(refusals, (refusal) => refusal)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return max && max[1].length > sharedByMoreThan ? max[0] : undefined
}

function entryOf(offered: Offered, may: ReportedActions['may']): MenuEntry {
  const name = offered.name ?? ''
  const action = isAction(name) ? name : undefined
  return { name, label: labelFor(offered), action, refusal: refusalFor(offered, action, may) }
}

const labelFor = ({ name = '', localized_name }: Pick<Offered, 'name' | 'localized_name'>) =>
  localized_name || (isAction(name) ? actions[name].label : labelOf(name)) || 'Unnamed action'

function refusalFor(offered: Offered, action: ActionName | undefined, may: ReportedActions['may']): string | undefined {
  if (!action) return 'This action is not supported by this console'
  if (offered.is_enabled !== true) {
    return offered.localized_action_info || offered.action_info || 'Not available. No reason reported by the server.'
  }
  const permission = endpointOf(action).permission
  return may(permission) ? undefined : `Your account needs ${permission}`
}

/** An action that the API reference lists without an endpoint; it cannot be sent. */
function containerEntry(offered: NonNullable<Device['vendor_actions']>[number]): MenuEntry {
  const said = offered.is_enabled === true ? '' : offered.localized_action_info || offered.action_info
  return {
    name: offered.name ?? '',
    label: labelFor(offered),
    action: undefined,
    refusal: said || 'Not available in the server API',
  }
}
