import type { Output } from '#contract/endpoint.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { compareIndexedGroup } from '#contract/fleet/fleet-answers.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { Scalar } from '#contract/wire.ts'
import { valueText } from '#components/fleet/value-words.ts'
import { withValue } from '#components/fleet/with-value.ts'

type Compared = Output<typeof compareIndexedGroup>
/** What members have, how many of them, and the condition that finds them. */
export type ValueCount = { text: string; count: number; finds: Condition }
export type GroupRow = {
  id: string
  label: string
  /** The wire name of a field; of an app or profile, what it is. */
  what: string
  own: string
  /** Members that have the same. */
  same: number
  members: number
  /** Most members that say it have something else. */
  isUnusual: boolean
  values: ValueCount[]
  /** The field whose values the query page counts. */
  counted?: string
}

const notStated = 'not reported'

/** Values that few members share come first. */
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

/** A device that says nothing is unusual where most members say something; what half of them have is usual. */
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
