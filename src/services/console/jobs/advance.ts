import type { Told } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Claimed, Settled } from './item-store.ts'
import { readGiven, writeGiven } from './sealed-input.ts'
import type { Turn } from './turn.ts'
import { stepFrom } from './work.ts'

type Own = Pick<Claimed, 'n' | 'sealed' | 'given' | 'step'>
/** What became of an item, but for which one it is. */
export type Ending = Omit<Settled, 'items'>

/** What all items have in common, what this one has of its own, and what its steps have found. */
export const givenTo = ({ id, given, seal }: Pick<Turn, 'id' | 'given' | 'seal'>, item: Own): JsonObject => ({
  ...given.input,
  ...(item.sealed !== null && seal.openItem(id, item.n, item.sealed)),
  ...readGiven(item.given),
})

/** What is done is done with its step: where another one follows, the item waits for that. */
export function advanced(turn: Turn, item: Own, { found, ...told }: Told): Ending {
  const given = found && writeGiven({ ...readGiven(item.given), ...found })
  const isLast = told.outcome !== 'done' || item.step + 1 >= turn.work.steps.length
  const next = isLast ? undefined : stepFrom(turn.work, item.step + 1, { ...givenTo(turn, item), ...found })
  return { ...told, ...(found && { given }), ...(next !== undefined && { outcome: 'waiting', step: next }) }
}
