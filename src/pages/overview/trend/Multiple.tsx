import { useState } from 'react'
import { Link } from 'react-router'
import type { Series } from '#contract/console/trend/trend.ts'
import { changeOf, type Chart, chartOf, dayAt, dayText, pathOf, size, summaryOf } from './chart.ts'
import { linkOf, nameOf } from './measure-links.ts'
import classes from './Trend.module.css'

type Props = { series: Series; from: string; now: number }

/** A metric over time, with chart and table, linked to its current list. */
export function Multiple({ series, from, now }: Props) {
  const chart = chartOf(series.values, from)
  const last = chart?.points.at(-1)
  if (!chart || !last) return null
  const to = linkOf(series, now)
  const isOld = series.values.at(-1) === null
  return (
    <li className={classes.multiple}>
      <Link to={to} className={classes.name}>
        {nameOf(series)}
      </Link>
      <div className={classes.numbers}>
        <span className={classes.last}>{last.value.toLocaleString('en')}</span>
        <span className={classes.change}>{isOld ? `On ${dayText(last.day)}` : changeOf(chart)}</span>
      </div>
      {chart.points.length > 1 && (
        <>
          <Line chart={chart} to={to} days={series.values.length} />
          <p className={classes.summary}>{summaryOf(chart)}</p>
          <Values series={series} from={from} to={to} />
        </>
      )}
    </li>
  )
}

/**
 * Chart with a link for the pointer, a duplicate of the heading's link. The table provides the values to keyboard and
 * screen reader users.
 */
function Line({ chart: { lines, points }, to, days }: { chart: Chart; to: string; days: number }) {
  const dots = lines.flatMap((line) => (line.length === 1 ? line : []))
  const last = points.at(-1)
  return (
    <Link to={to} className={classes.chart} tabIndex={-1} aria-hidden>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none">
        {lines.map((line) => (
          <path key={line[0]?.day} d={pathOf(line)} className={classes.line} />
        ))}
        {[...new Set([...dots, ...(last ? [last] : [])])].map(({ day, x, y }) => (
          <path key={day} d={`M${x} ${y}h0`} className={classes.dot} />
        ))}
        {points.map(({ day, value, x }) => (
          <rect key={day} {...bandOf(x, days)} className={classes.band}>
            <title>{`${dayText(day)}: ${value.toLocaleString('en')}. Opens the current list.`}</title>
          </rect>
        ))}
      </svg>
    </Link>
  )
}

/** Horizontal range of a day for hovering. */
function bandOf(x: number, days: number) {
  const width = Math.max(1, (size.width - 2 * size.margin) / Math.max(1, days - 1))
  return { x: x - width / 2, y: 0, width, height: size.height }
}

function Values({ series, from, to }: { series: Series; from: string; to: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = nameOf(series)
  const first = series.values.findIndex((value) => value !== null)
  const days = series.values.map((value, at) => ({ day: dayAt(from, at), value })).slice(first)
  return (
    <details className={classes.values} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary aria-label={`Values of ${name}`}>Values</summary>
      {isOpen && (
        <div className={classes.scrolled}>
          <table aria-label={name}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Number</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  <td>
                    {value === null ? (
                      'No data'
                    ) : (
                      <Link to={to} aria-label={`${value.toLocaleString('en')}, opens the current list`}>
                        {value.toLocaleString('en')}
                      </Link>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
