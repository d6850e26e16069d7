/** Lines of a small chart, drawn without a library: one point per day, with gaps for missing values. */

export const size = { width: 200, height: 48, margin: 4 }

type Point = { day: string; value: number; x: number; y: number }
export type Chart = {
  points: Point[]
  /** Segments of consecutive days; a gap ends a segment. */
  lines: Point[][]
  lowest: number
  highest: number
  gaps: number
}

const dayMs = 86_400_000
export const dayAt = (from: string, at: number) => new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10)

/** Undefined without any values. */
export function chartOf(values: readonly (number | null)[], from: string): Chart | undefined {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return undefined
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const [width, height] = [size.width - 2 * size.margin, size.height - 2 * size.margin]
  const xOf = (at: number) => size.margin + (values.length > 1 ? (at / (values.length - 1)) * width : width)
  const share = (value: number) => (highest > lowest ? (value - lowest) / (highest - lowest) : 0.5)
  const lines: Point[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const point = { day: dayAt(from, at), value, x: xOf(at), y: size.margin + (1 - share(value)) * height }
    if (at > 0 && values[at - 1] !== null) lines.at(-1)?.push(point)
    else lines.push([point])
  }
  // Days before the first value are not a gap.
  const first = values.findIndex((value) => value !== null)
  return { points: lines.flat(), lines, lowest, highest, gaps: values.length - first - known.length }
}

export const pathOf = (line: readonly Point[]) =>
  line.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** 24 Nov 2026 */
export const dayText = (day: string) => {
  const parts = Object.fromEntries(format.formatToParts(new Date(day)).map(({ type, value }) => [type, value]))
  return `${parts.day} ${parts.month} ${parts.year}`
}

const number = (value: number) => value.toLocaleString('en')

/** Text alternative of the chart. */
export function summaryOf({ points, lowest, highest, gaps }: Chart): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  if (first === last) return `One value so far, on ${dayText(first.day)}`
  const range = lowest === highest ? `Always ${number(lowest)}` : `Between ${number(lowest)} and ${number(highest)}`
  const without = gaps > 0 ? `, ${gaps} ${gaps === 1 ? 'day' : 'days'} without data` : ''
  return range + without
}

/** Difference from the first value shown. */
export function changeOf({ points }: Pick<Chart, 'points'>): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return ''
  const change = last.value - first.value
  if (change === 0) return 'No change'
  return `${change > 0 ? '+' : '−'}${number(Math.abs(change))} since ${dayText(first.day)}`
}
