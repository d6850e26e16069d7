import type { Output } from '#contract/endpoint.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { compareIndexedGroup } from '#contract/fleet/fleet-answers.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { Scalar } from '#contract/wire.ts'
import { valueText } from '#components/fleet/value-words.ts'
import { withValue } from '#components/fleet/with-value.ts'

type Compared = Output<typeof compareIndexedGroup>
/** A value, the number of members that have it, and the condition that finds them. */
export type ValueCount = { text: string; count: number; finds: Condition }
export type GroupRow = {
  id: string
  label: string
  /** Wire name of a field; for an app or profile, its kind. */
  what: string
  own: string
  /** Number of members with the device's value. */
  same: number
  members: number
  /** Whether most members with a value have a different one. */
  isUnusual: boolean
  values: ValueCount[]
  /** Field by which the query page counts. */
  counted?: string
}

const notStated = 'not reported'

/** Rows whose value few members share come first. */
export const groupRows = ({ fields, entries, members }: Compared): GroupRow[] =>
  [
    ...fields.flatMap(({ field: name, own, same, missing, values }): GroupRow[] => {
      const field = deviceCatalog.get(name)
      if (!field) return []
      const counted = values.map(({ value, count }) => ({
        text: valueText(field, value),
        count,
        finds: withValue(field, value),
      }))
      const unsaid: ValueCount[] =
        missing === 0 ? [] : [{ text: notStated, count: missing, finds: { field: name, comparison: 'missing' } }]
      return [
        {
          id: name,
          label: field.label,
          what: name,
          own: own === undefined ? notStated : valueText(field, own),
          same,
          members,
          isUnusual: isUnusual(own, members - missing, members, values),
          counted: name,
          values: [...counted, ...unsaid].toSorted((one, other) => other.count - one.count),
        },
      ]
    }),
    ...entries.map(({ list, name, own, count }): GroupRow => {
      const finds: Condition = { field: list, comparison: 'is', value: name }
      const values: ValueCount[] = [
        { text: 'has it', count, finds },
        { text: 'does not have it', count: members - count, finds: { ...finds, negated: true } },
      ]
      return {
        id: `${list} ${name}`,
        label: name,
        what: deviceCatalog.get(list)?.label ?? list,
        own: own ? 'has it' : 'does not have it',
        same: own ? count : members - count,
        members,
        isUnusual: (own ? count : members - count) * 2 < members,
        values: values.filter((one) => one.count > 0),
      }
    }),
  ].toSorted((one, other) => one.same - other.same)

/** A missing value is unusual if most members have one; a value that half of them have is not. */
function isUnusual(
  own: Scalar | undefined,
  stated: number,
  members: number,
  values: readonly { value: Scalar; count: number }[],
) {
  if (own === undefined) return stated * 2 > members
  const same = values.find(({ value }) => value === own)?.count ?? 0
  return values.some(({ count }) => count > same)
}

export const groupFilters = ['unusual', 'differ', 'same', 'all'] as const
export type GroupFilter = (typeof groupFilters)[number]

function passes({ isUnusual: differsFromMost, same, members }: GroupRow, filter: GroupFilter): boolean {
  if (filter === 'unusual') return differsFromMost
  return filter === 'all' || (same === members) === (filter === 'same')
}

export const groupRowsMatching = (rows: readonly GroupRow[], filter: GroupFilter, wanted: string): GroupRow[] => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const { label, what, own, values } = row
    const text = [label, what, own, ...values.map((value) => value.text)].join('\n').toLowerCase()
    return passes(row, filter) && words.every((word) => text.includes(word))
  })
}
