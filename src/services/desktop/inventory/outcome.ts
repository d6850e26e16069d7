import type { ComputerAction } from '#contract/desktop/status.ts'
import { installObstacle, type Machine, type MachineState } from '#services/demo/computers/machine.ts'
import { Dice } from '#services/demo/random.ts'
import type { InventoryTables } from './tables.ts'

/** State after an action was accepted. */
export function stateAfterStart(action: ComputerAction, now: number): Partial<MachineState> {
  switch (action) {
    case 'install':
      return { installation_status: 21, remarks: 'dc.db.agent.install.in_progress' }
    case 'uninstall':
      return { installation_status: 24, remarks: 'dc.db.agent.uninstall.in_progress' }
    case 'scan':
      return { scan_status: 1, tried_at: now, scan_remarks: 'dc.inv.scan.in_progress' }
    default:
      return action satisfies never
  }
}

type Task = Omit<InventoryTables['desktop_task'], 'pk' | 'desktop_pk'>

/** State after an action has ended. Obstacles persist, so a retry has the same result until they are removed. */
export function ended(machine: Machine, state: MachineState, task: Task): Partial<MachineState> {
  const dice = new Dice(`outcome ${task.subject}`, machine.index)
  if (task.subject === 'scan') return scanned(state, task.due_at, dice)
  if (state.installation_status === 24) return removed(task.due_at, dice)
  return installed(machine, state, task.due_at)
}

function installed(machine: Machine, state: MachineState, now: number): Partial<MachineState> {
  const obstacle = installObstacle(machine)
  if (obstacle && !(obstacle === 'host_unreachable' && isOnAgain(state))) {
    const live_status = obstacle === 'host_unreachable' ? down : state.live_status
    return { installation_status: 29, live_status, remarks: `dc.db.agent.install.${obstacle}` }
  }
  return {
    installation_status: 22,
    live_status: 1,
    agent: 1,
    agent_at: now,
    contacted_at: now,
    removed_at: -1,
    remarks: 'dc.db.agent.install.success',
  }
}

const down = 2
/** A computer that was unreachable at the last attempt is reachable at the next. */
const isOnAgain = ({ live_status }: MachineState) => live_status === down

function removed(now: number, dice: Dice): Partial<MachineState> {
  if (dice.chance(0.12)) return { installation_status: 29, remarks: 'dc.db.agent.uninstall.failed' }
  return {
    installation_status: 23,
    live_status: 3,
    agent: 0,
    removed_at: now,
    remarks: 'dc.db.agent.uninstall.success',
  }
}

/** Scans of unreachable computers fail. */
function scanned({ live_status }: MachineState, now: number, dice: Dice): Partial<MachineState> {
  if (live_status !== 1) return { scan_status: 0, scan_remarks: 'dc.inv.scan.unreachable' }
  if (dice.chance(0.06)) return { scan_status: 0, scan_remarks: 'dc.inv.scan.wmi_failed' }
  return { scan_status: 2, scanned_at: now, contacted_at: now, scan_remarks: 'dc.inv.scan.success' }
}
