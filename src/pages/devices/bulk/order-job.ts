import type { JobOrder } from '#components/jobs/start-job.ts'
import { toWireInput } from '#contract/http/http.ts'
import { type ActionName, actions, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { irreversibleEndpoints, sendCommands } from '#contract/mdm/commands.ts'
import type { Ordered } from '#pages/devices/device/actions/send-action.ts'
import type { Chosen } from './chosen.ts'
import { deviceCount } from '#pages/devices/device-count.ts'

/** A job with one command for the selected devices; excluded ones have a reason. */
export function jobFor(
  { targets, source }: Chosen,
  action: ActionName,
  { parameters, why }: Ordered,
  leftOut: ReadonlyMap<string, string>,
): JobOrder {
  const endpoint = isIrreversible(action) ? irreversibleEndpoints[action].many : sendCommands
  const input = { ...(!isIrreversible(action) && { action_name: action }), ...parameters }
  const items = targets.map(({ id, name, user, serial }) => {
    const skip = leftOut.get(id)
    const detail = [user, serial].filter(Boolean).join(', ')
    return { subject: id, label: (name || id).slice(0, 300), detail: detail.slice(0, 300), ...(skip && { skip }) }
  })
  const meant = items.length - items.filter(({ skip }) => skip).length
  return {
    endpoint,
    title: `${actions[action].label} to ${deviceCount(meant)} (${source})`.slice(0, 200),
    input: toWireInput(endpoint as typeof sendCommands, input as never),
    items,
    why,
  }
}
