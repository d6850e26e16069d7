import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { Bars } from './Bars.tsx'
import { queryHref } from './query-href.ts'
import { useCatalog } from './use-catalog.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { printQuery } from '#contract/fleet/query-line.ts'
import type { Scalar } from '#contract/wire.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Text } from '#ui/layout/layout.ts'
import { useQueried } from './query-subject.ts'
import { untilFilled } from './until-filled.ts'
import { valueText } from './value-words.ts'
import { withValue } from './with-value.ts'

type Props = { conditions: readonly Condition[]; field: FleetField }
type Bar = { id: string; label: string; count: number | undefined; adds: readonly Condition[] }

const max = 30
/** Of versions, those beside the bars are needed as well. */
const maxVersions = 200

/** Distribution of the query's devices over the values of a field. Each bar links to its devices. */
export const CountBy = ({ conditions, field }: Props) =>
  field.kind === 'time' ? (
    <Ages conditions={conditions} field={field} />
  ) : (
    <Values conditions={conditions} field={field} />
  )

function Values({ conditions, field }: Props) {
  const { values: counted, many: things } = useQueried()
  const catalog = useCatalog()
  const asked = query(counted, {
    query: printQuery(conditions, catalog),
    field: field.name,
    limit: field.kind === 'version' ? maxVersions : max,
  })
  const { data, error, refetch } = useQuery({ ...asked, refetchInterval: untilFilled })
  if (!data) return error ? <QueryProblem error={error} refetch={refetch} /> : <Loading lines={4} />
  const { values: all, missing, total } = data
  const values = all.slice(0, max)
  const bars: Bar[] = values.map(({ value, count }) => ({
    id: String(value),
    label: valueText(field, value),
    count,
    adds: [withValue(field, value), ...withoutLonger(field, value, all)],
  }))
  // For a list or its parts, the counts do not add up to the number of devices: a device can have several values.
  const isMany = field.kind === 'list' || field.part !== undefined
  const rest = isMany ? 0 : total - missing - values.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Counted field={field} conditions={conditions} total={total} bars={[...bars, ...notStated(field, missing)]} />
      {rest > 0 && values.length >= max && (
        <Text size="xs" c="dimmed">
          {rest.toLocaleString('en')} {things} have other values, or have not been read yet.
        </Text>
      )}
    </>
  )
}

/** 15.2 covers 15.2.1, which has a bar of its own. */
function withoutLonger(
  { name, kind }: FleetField,
  value: Scalar,
  all: readonly { value: Scalar }[],
): readonly Condition[] {
  const longer = `${String(value)}.`
  const isCovering = kind === 'version' && all.some((other) => String(other.value).startsWith(longer))
  return isCovering ? [{ field: name, comparison: 'has', value: longer, negated: true }] : []
}

const notStated = ({ name, kept, kind }: FleetField, count: number | undefined): Bar[] =>
  count === 0
    ? []
    : [
        {
          id: 'not reported',
          label: kept !== undefined ? 'Empty' : kind === 'list' ? 'None reported' : 'Not reported',
          count,
          adds: [{ field: name, comparison: 'missing' }],
        },
      ]

const ages: { label: string; atLeast?: string; below?: string }[] = [
  { label: 'Within a day', below: '1d' },
  { label: '1 to 7 days ago', atLeast: '1d', below: '7d' },
  { label: '7 to 30 days ago', atLeast: '7d', below: '30d' },
  { label: '30 to 90 days ago', atLeast: '30d', below: '90d' },
  { label: 'Longer ago', atLeast: '90d' },
]

const agesAhead: typeof ages = [
  { label: 'Past', below: '0d' },
  { label: 'Within 7 days', atLeast: '0d', below: '7d' },
  { label: 'In 7 to 30 days', atLeast: '7d', below: '30d' },
  { label: 'In 30 to 90 days', atLeast: '30d', below: '90d' },
  { label: 'Later', atLeast: '90d' },
]

/** Time values are almost all distinct, so they are counted by age. */
function Ages({ conditions, field }: Props) {
  const { page } = useQueried()
  const catalog = useCatalog()
  const wanted: Bar[] = [
    ...(field.isAhead ? agesAhead : ages).map(({ label, atLeast, below }) => ({
      id: label,
      label,
      count: undefined,
      adds: [
        ...(atLeast ? [{ field: field.name, comparison: 'atLeast' as const, value: atLeast }] : []),
        ...(below ? [{ field: field.name, comparison: 'below' as const, value: below }] : []),
      ],
    })),
    ...notStated(field, undefined),
  ]
  // A device may have several values of a part, so the bars do not add up.
  const asked = field.part === undefined ? wanted : [...wanted, { adds: [] }]
  const counts = useQueries({
    queries: asked.map(({ adds }) =>
      Object.assign(query(page, { query: printQuery([...conditions, ...adds], catalog), limit: 1 }), {
        refetchInterval: untilFilled,
      }),
    ),
  })
  const failed = counts.find(({ error }) => error)
  if (failed) return <QueryProblem error={failed.error} refetch={failed.refetch} />
  const bars = wanted.map((bar, at) => Object.assign({}, bar, { count: counts[at]?.data?.total }))
  const all = counts[wanted.length]?.data?.total
  const total = all ?? bars.reduce((sum, { count = 0 }) => sum + count, 0)
  return <Counted field={field} conditions={conditions} total={total} bars={bars} />
}

function Counted({ field, conditions, total, bars }: Props & { total: number; bars: readonly Bar[] }) {
  const { one, many: things, path } = useQueried()
  const catalog = useCatalog()
  const linked = bars.map(({ adds, ...bar }) =>
    Object.assign(bar, { to: queryHref(printQuery([...conditions, ...adds], catalog), path) }),
  )
  const label = `${things.charAt(0).toUpperCase()}${things.slice(1)} by ${field.label}`
  return <Bars label={label} one={one} total={total} bars={linked} />
}
