import {
  behindPrefix,
  type DeviceMeasure,
  deviceMeasures,
  fixedMeasures,
  viewPrefix,
} from '#contract/console/trend/measures.ts'
import type { Area, Series } from '#contract/console/trend/trend.ts'
import type { PinnedQuery } from '#services/console/views/pinned-queries.ts'
import { digestOf } from './take-devices.ts'

type Row = { measure: string; day: string; value: number; asked: string }
type Among = { rows: readonly Row[]; from: string; today: string; views: readonly PinnedQuery[] }

const dayMs = 86_400_000

/** Time series of an area: fixed metrics, then platforms, then pinned views. */
export function seriesOf(area: Area, { rows, from, today, views }: Among): Series[] {
  const byMeasure = Map.groupBy(rows, ({ measure }) => measure)
  const drawn = (measure: string, more: Partial<Series> = {}, isMeant: (row: Row) => boolean = () => true) => {
    const meant = byMeasure.get(measure)?.filter(isMeant) ?? []
    return meant.length === 0 ? [] : [{ measure, ...more, values: valuesOf(meant, from, today) }]
  }
  const fixed = fixedMeasures
    .filter((measure) => measure.startsWith(`${area}.`))
    .flatMap((measure) => drawn(measure, queryOf(measure)))
  if (area !== 'devices') return fixed
  const behind = [...byMeasure.keys()].filter((measure) => measure.startsWith(behindPrefix)).toSorted()
  return [
    ...fixed,
    // The query for the latest version changes, so the most recent one is used.
    ...behind.flatMap((measure) => drawn(measure, { query: byMeasure.get(measure)?.at(-1)?.asked ?? '' })),
    ...views.flatMap(({ id, question, name, page, search }) => {
      const digest = digestOf(question)
      return drawn(`${viewPrefix}${id}`, { view: { name, page, search } }, ({ asked }) => asked === digest)
    }),
  ]
}

const isOfDevices = (measure: string): measure is DeviceMeasure => Object.hasOwn(deviceMeasures, measure)
const queryOf = (measure: string) => (isOfDevices(measure) ? { query: deviceMeasures[measure].query } : {})

/** Missing days are gaps, not zero. */
function valuesOf(rows: readonly Row[], from: string, today: string): (number | null)[] {
  const first = Date.parse(from)
  const values = Array.from({ length: Math.round((Date.parse(today) - first) / dayMs) + 1 }, (): number | null => null)
  for (const { day, value } of rows)
    // The clock may have been set back.
    if (day <= today) values[Math.round((Date.parse(day) - first) / dayMs)] = value
  return values
}
