import type { Comparison, Condition } from '#contract/fleet/condition.ts'
import type { Catalog, FleetField, FleetFieldKind } from '#contract/fleet/field.ts'
import { isMoment } from '#contract/fleet/operators.ts'
import { valueText } from './value-words.ts'

/** A comparison as it is offered in the form. */
export type ComparisonOption = {
  id: string
  label: string
  comparison: Comparison
  negated?: true
  /** Input that the comparison requires. */
  needs: 'nothing' | 'value' | 'entry' | 'ago' | 'date'
}
const way = (
  id: string,
  label: string,
  needs: ComparisonOption['needs'],
  comparison: Comparison,
  negated?: true,
): ComparisonOption => ({
  id,
  label,
  needs,
  comparison,
  ...(negated && { negated }),
})

const contains = [way('has', 'contains', 'value', 'has'), way('-has', 'does not contain', 'value', 'has', true)]
const equals = [way('is', 'is', 'value', 'is'), way('-is', 'is not', 'value', 'is', true)]
const measured = [
  way('below', 'is below', 'value', 'below'),
  way('atMost', 'is at most', 'value', 'atMost'),
  way('above', 'is above', 'value', 'above'),
  way('atLeast', 'is at least', 'value', 'atLeast'),
]
const said = [
  way('missing', 'is not reported', 'nothing', 'missing'),
  way('-missing', 'is reported', 'nothing', 'missing', true),
]
const unknown = way('unknown', 'has a value without a defined meaning', 'nothing', 'unknown')

const moments = [
  way('above', 'is longer ago than', 'ago', 'above'),
  way('below', 'is within the last', 'ago', 'below'),
  way('before', 'is before', 'date', 'below'),
  way('after', 'is after', 'date', 'above'),
  way('is', 'is on', 'date', 'is'),
  ...said,
]

const momentsAhead = [
  way('below', 'is in less than', 'ago', 'below'),
  way('above', 'is in more than', 'ago', 'above'),
  ...moments.slice(2),
]

const waysOfKind: Record<FleetFieldKind, readonly ComparisonOption[]> = {
  text: [...contains, ...equals, ...said],
  code: [...equals, ...measured, unknown, ...said],
  number: [...measured, ...equals, unknown, ...said],
  flag: [way('has', 'is yes', 'nothing', 'has'), way('-has', 'is no', 'nothing', 'has', true), unknown, ...said],
  time: moments,
  date: moments,
  version: [...measured, ...equals, ...contains, ...said],
  list: [
    way('has', 'has', 'value', 'has'),
    way('-has', 'does not have', 'value', 'has', true),
    way('is', 'has exactly', 'value', 'is'),
    way('below', 'has, with a version below', 'entry', 'below'),
    way('atLeast', 'has, with a version of at least', 'entry', 'atLeast'),
    way('missing', 'lists none', 'nothing', 'missing'),
    way('-missing', 'has any', 'nothing', 'missing', true),
  ],
}

/** Comparisons for annotation fields, which have neither undefined values nor versions. */
const waysOfKept = (kind: FleetFieldKind): readonly ComparisonOption[] =>
  waysOfKind[kind]
    .filter(({ comparison, needs }) => comparison !== 'unknown' && needs !== 'entry')
    .map((one) =>
      one.comparison === 'missing' ? Object.assign({}, one, { label: one.negated ? 'is not empty' : 'is empty' }) : one,
    )

export const comparisonOptions = ({ kind, kept, isAhead }: FleetField): readonly ComparisonOption[] =>
  isAhead ? momentsAhead : kept === undefined ? waysOfKind[kind] : waysOfKept(kind)

const spanWords: Record<string, string> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }

/** Converts `30d` to "30 days"; undefined if the value is not a duration. */
function spanText(value: string) {
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/i.exec(value) ?? []
  const word = spanWords[unit.toLowerCase()]
  return count === undefined || word === undefined
    ? undefined
    : `${Number(count)} ${word}${Number(count) === 1 ? '' : 's'}`
}

const agoWords: Partial<Record<Comparison, (span: string) => string>> = {
  below: (span) => `within the last ${span}`,
  atMost: (span) => `at most ${span} ago`,
  above: (span) => `longer than ${span} ago`,
  atLeast: (span) => `at least ${span} ago`,
}
const aheadWords: Partial<Record<Comparison, string>> = {
  below: 'in less than',
  atMost: 'in at most',
  above: 'in more than',
  atLeast: 'in at least',
}
const comparisonWords: Record<Comparison, string> = {
  has: 'contains',
  is: 'is',
  below: 'below',
  atMost: 'at most',
  above: 'above',
  atLeast: 'at least',
  unknown: 'has a value without a defined meaning',
  missing: 'is not reported',
}
const dateWords: Partial<Record<Comparison, string>> = {
  below: 'before',
  atMost: 'on or before',
  above: 'after',
  atLeast: 'on or after',
  is: 'on',
}

/** Describes a condition: "OS version below 15". */
export function conditionText(
  { field: name, comparison, value = '', of, negated }: Condition,
  catalog: Catalog,
): string {
  const no = negated ? 'not ' : ''
  if (name === undefined) return `${negated ? 'Nothing' : 'Something'} contains “${value}”`
  const field = catalog.get(name)
  const label = field?.label ?? name
  if (comparison === 'missing' && field?.kept !== undefined) return `${label} is ${no}empty`
  if (comparison === 'missing' && field?.kind === 'list') return `${label}: ${negated ? 'has any' : 'none reported'}`
  if (comparison === 'missing') return `${label} ${negated ? 'is reported' : comparisonWords.missing}`
  if (comparison === 'unknown') return `${label} ${no}${comparisonWords.unknown}`
  if (!field) return `${label} ${comparisonWords[comparison]} ${value}`
  if (field.kind === 'flag') return `${label}: ${negated ? 'no' : 'yes'}`
  if (field.kind === 'list')
    return of === undefined
      ? `${label}: ${negated ? 'does not have' : 'has'} “${value}”`
      : `${label}: ${negated ? 'does not have' : 'has'} “${of}” ${comparison === 'is' ? 'in version' : `with a version ${comparisonWords[comparison]}`} ${value}`
  if (isMoment(field.kind)) return `${label} ${no}${timeText(field, comparison, value)}`
  if (comparison === 'has') return `${label} ${negated ? 'does not contain' : 'contains'} “${value}”`
  const shown = comparison === 'is' ? valueText(field, value) : `${value}${field.unit === '%' ? ' %' : ''}`
  if (comparison === 'is') return `${label} is ${no}${shown}`
  return `${label} ${no}${comparisonWords[comparison]} ${shown}`
}

function timeText({ isAhead }: FleetField, comparison: Comparison, value: string) {
  const span = spanText(value)
  const ahead = isAhead ? aheadWords[comparison] : undefined
  if (span && ahead) return `${ahead} ${span}`
  const ago = span && agoWords[comparison]?.(span)
  return ago ?? `${dateWords[comparison] ?? 'on'} ${value}`
}
