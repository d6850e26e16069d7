import type { Comparison } from './condition.ts'
import type { FleetField, FleetFieldKind } from './field.ts'
import type { Sign } from './query-words.ts'

export const comparisonOf: Record<Sign, Comparison> = {
  ':': 'has',
  '=': 'is',
  '<': 'below',
  '<=': 'atMost',
  '>': 'above',
  '>=': 'atLeast',
}
export type Compared = Exclude<Comparison, 'unknown' | 'missing'>
export const signOf = {
  has: ':',
  is: '=',
  below: '<',
  atMost: '<=',
  above: '>',
  atLeast: '>=',
} as const satisfies Record<Compared, Sign>

const measured = ['is', 'below', 'atMost', 'above', 'atLeast'] as const
const operators = {
  text: ['has', 'is'],
  code: ['is', 'has', 'below', 'atMost', 'above', 'atLeast'],
  number: measured,
  flag: ['has'],
  time: ['below', 'above', 'is', 'atMost', 'atLeast'],
  date: ['below', 'above', 'is', 'atMost', 'atLeast'],
  version: [...measured, 'has'],
  list: ['has', 'is'],
} as const satisfies Record<FleetFieldKind, readonly Compared[]>

/** Operators of a field, default first. `unknown` and `missing` apply to every field. */
export const operatorsOf = ({ kind }: Pick<FleetField, 'kind'>): readonly Compared[] => operators[kind]
/** Whether values are compared by age or date. */
export const isMoment = (kind: FleetFieldKind) => kind === 'time' || kind === 'date'
/** Operators for the version of a list entry. */
export const operatorsOfEntry: readonly Compared[] = measured

const words = {
  has: 'contains',
  is: 'is',
  below: 'is below',
  atMost: 'is at most',
  above: 'is above',
  atLeast: 'is at least',
}
const wordsOfTime = {
  has: 'is on',
  is: 'is on a date',
  below: 'is within 30d, or before a date',
  atMost: 'is at most 30d ago, or no later than a date',
  above: 'is longer ago than 30d, or after a date',
  atLeast: 'is at least 30d ago, or no earlier than a date',
}
const wordsAhead = {
  ...wordsOfTime,
  below: 'is in less than 30d, or before a date',
  atMost: 'is in at most 30d, or no later than a date',
  above: 'is in more than 30d, or after a date',
  atLeast: 'is in at least 30d, or no earlier than a date',
}
/** Wording of an operator for a field. */
export const signWords = ({ kind, isAhead }: Pick<FleetField, 'kind' | 'isAhead'>, comparison: Compared): string =>
  (isAhead ? wordsAhead : isMoment(kind) ? wordsOfTime : words)[comparison]
