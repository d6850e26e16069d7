import type { Person } from '#services/demo/people/people.ts'
import type { Dice } from '#services/demo/random.ts'

/** User who acted: a demo account, or the device owner through self-service. */
export type Actor = { id: string; name: string }

/** Demo accounts that may send commands; `helpdesk` is read-only. */
export const administrators: readonly Actor[] = [
  { id: '1', name: 'admin' },
  { id: '2', name: 'operator' },
  { id: '4', name: 'otp-admin' },
]

/** Sender of a command; API keys have no account. */
export const actorNamed = (name: string): Actor =>
  administrators.find((administrator) => administrator.name === name) ?? { id: '0', name }

export const actorOf = (dice: Dice, owner: Person | undefined): Actor =>
  owner && dice.chance(0.12) ? { id: owner.id, name: owner.name } : dice.pick(administrators)
