import type { Condition } from '#contract/fleet/condition.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import type { Scalar } from '#contract/wire.ts'
import { saysYes } from './value-words.ts'

/** Condition that a field has the given value. */
export const withValue = ({ name, kind }: Pick<FleetField, 'name' | 'kind'>, value: Scalar): Condition =>
  kind === 'flag'
    ? { field: name, comparison: 'has', ...(!saysYes(value) && { negated: true }) }
    : { field: name, comparison: 'is', value: String(value) }
