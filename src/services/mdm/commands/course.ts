import type { ActionName } from '#contract/mdm/status.ts'
import type { Unit } from '#services/demo/devices/unit.ts'
import { Dice } from '#services/demo/random.ts'
import { day, minute, type Moment } from '#services/demo/time.ts'

const second = 1000

/** Whoever was silent for longer lies in a drawer: it does not answer when it is called. */
const drawerAfterMs = 90 * day
export const liesInDrawer = ({ now, contactedAt }: Unit) => now - contactedAt > drawerAfterMs

/** One that lies in a drawer is taken out now and then: between every 20 minutes and every four hours. */
function nextTakenOut(index: number, after: Moment): Moment {
  const dice = new Dice('drawer', index)
  const every = dice.between(20, 240) * minute
  return after + every - ((after + dice.between(0, every)) % every)
}

/** When a device that is called at a time answers: at once, or when it is back. */
export function answersAt(unit: Unit, number: number, called: Moment, { awayUntil = 0, reached = false } = {}): Moment {
  const delay = new Dice('answer', number).between(1 * second, 6 * second)
  if (reached) return called + delay
  if (liesInDrawer(unit)) return nextTakenOut(unit.index, called)
  return Math.max(called, awayUntil) + delay
}

/** Seconds that an action takes on the device: a lock is quick, a wipe is not. */
const takesSeconds: Partial<Record<ActionName, readonly [number, number]>> = {
  lock: [1, 4],
  scan: [3, 12],
  complete_wipe: [15, 60],
  corporate_wipe: [5, 20],
  restart: [15, 50],
  remote_debug: [20, 90],
  remote_control: [10, 60],
  remote_view: [10, 60],
}
const usually = [2, 9] as const

export function takesMs(action: ActionName, number: number): number {
  const [least, most] = takesSeconds[action] ?? usually
  return new Dice('takes', number).between(least * second, most * second)
}

const failures = [
  'The device did not answer in time',
  'The device refused the command',
  'The passcode on the device is older than the policy',
]
/** A scan always ends well; of the rest one in thirty fails, of locks one in a hundred. */
const failureShare: Partial<Record<ActionName, number>> = { scan: 0, lock: 0.01 }
const usualFailureShare = 0.03

/** Why it fails on the device, if it does. */
export function failureOf(action: ActionName, number: number): string | undefined {
  const dice = new Dice('outcome', number)
  return dice.chance(failureShare[action] ?? usualFailureShare) ? dice.pick(failures) : undefined
}

/** Whether it calls in of its own accord. */
export const answersOnItsOwn = (unit: Unit, at: Moment, awayUntil: Moment) => !liesInDrawer(unit) && awayUntil <= at
