import type { Person } from '#services/demo/people/people.ts'
import type { Dice } from '#services/demo/random.ts'

/** Who acted: one of the console's demo accounts, or the owner through self-service. */
export type Actor = { id: string; name: string }

/** The demo accounts that may send commands; `helpdesk`, the third, only reads. */
export const administrators: readonly Actor[] = [
  { id: '1', name: 'admin' },
  { id: '2', name: 'operator' },
  { id: '4', name: 'otp-admin' },
]

/** Whoever sends a command; an API key is nobody's account. */
export const actorNamed = (name: string): Actor =>
  administrators.find((administrator) => administrator.name === name) ?? { id: '0', name }

export const actorOf = (dice: Dice, owner: Person | undefined): Actor =>
  owner && dice.chance(0.12) ? { id: owner.id, name: owner.name } : dice.pick(administrators)
