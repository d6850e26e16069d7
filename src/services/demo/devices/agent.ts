import type { Device } from '#contract/mdm/devices.ts'
import { Dice } from '#services/demo/random.ts'
import { day, hour, minute } from '#services/demo/time.ts'
import { systems } from './models.ts'
import type { Unit } from './unit.ts'

/** Record of a device before its first contact. */
export const statusOf = ({ status, addedAt, index }: Unit): Device => ({
  managed_status: status,
  added_time: addedAt,
  modified_time: addedAt + new Dice('status', index).between(1, 90) * minute,
  is_removed: false,
})

export function agentOf({ index, now, status, model, agent, registeredAt, contactedAt }: Unit): Device {
  const dice = new Dice('agent', index)
  const { agentType, agents } = systems[model.platform]
  const sent = dice.between(3, 90)
  const unmanaged = status === 4
  return {
    agent_type: agentType,
    agent_version: agent.version,
    agent_version_code: agent.code,
    executed_version: dice.chance(0.9) ? sent : sent - 1,
    latest_version: sent,
    islatestver: agent === agents[0],
    registered_time: registeredAt,
    unregistered_time: unmanaged ? contactedAt + hour : undefined,
    last_contact_time: contactedAt,
    next_poll_time: unmanaged ? undefined : Math.max(contactedAt, now) + dice.between(5, 60) * minute,
    updated_time: contactedAt,
    modified_time: contactedAt - dice.between(0, 40) * minute,
    no_of_days: Math.floor((now - contactedAt) / day),
    wait: dice.chance(0.95) ? 0 : dice.between(1, 3),
    is_removed: unmanaged && dice.chance(0.6),
  }
}
