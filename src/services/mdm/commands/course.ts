import type { Unit } from '#services/demo/devices/unit.ts'
import { Dice } from '#services/demo/random.ts'
import { day, minute, type Moment } from '#services/demo/time.ts'

const second = 1000

/** Devices without contact for longer do not respond immediately. */
const drawerAfterMs = 90 * day
export const liesInDrawer = ({ now, contactedAt }: Unit) => now - contactedAt > drawerAfterMs

/** Next contact of such a device: at intervals of 20 minutes to four hours. */
function nextTakenOut(index: number, after: Moment): Moment {
  const dice = new Dice('drawer', index)
  const every = dice.between(20, 240) * minute
  return after + every - ((after + dice.between(0, every)) % every)
}

/** When a device responds: immediately, or at its next contact. */
export function answersAt(unit: Unit, number: number, called: Moment, { awayUntil = 0, reached = false } = {}): Moment {
  const delay = new Dice('answer', number).between(1 * second, 6 * second)
  if (reached) return called + delay
  if (liesInDrawer(unit)) return nextTakenOut(unit.index, called)
  return Math.max(called, awayUntil) + delay
}

/** Whether a device reports by itself. */
export const answersOnItsOwn = (unit: Unit, at: Moment, awayUntil: Moment) => !liesInDrawer(unit) && awayUntil <= at
