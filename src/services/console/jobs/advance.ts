import type { ItemOutcome } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Claimed, Settled } from './item-store.ts'
import { readGiven, writeGiven } from './sealed-input.ts'
import type { JobTurn } from './turn.ts'
import { stepFrom } from './work.ts'

type Own = Pick<Claimed, 'n' | 'sealed' | 'given' | 'step'>
/** Outcome of an item, without its identity. */
export type Ending = Omit<Settled, 'items'>

/** Common input of the job, the item's own input, and results of its steps. */
export const givenTo = ({ id, given, seal }: Pick<JobTurn, 'id' | 'given' | 'seal'>, item: Own): JsonObject => ({
  ...given.input,
  ...(item.sealed !== null && seal.openItem(id, item.n, item.sealed)),
  ...readGiven(item.given),
})

/** Completes the current step; if another one follows, the item waits for it. */
export function advanced(turn: JobTurn, item: Own, { found, ...told }: ItemOutcome): Ending {
  const given = found && writeGiven({ ...readGiven(item.given), ...found })
  const isLast = told.outcome !== 'done' || item.step + 1 >= turn.work.steps.length
  const next = isLast ? undefined : stepFrom(turn.work, item.step + 1, { ...givenTo(turn, item), ...found })
  return { ...told, ...(found && { given }), ...(next !== undefined && { outcome: 'waiting', step: next }) }
}
