import { Link } from 'react-router'
import { Text } from '#ui/layout/layout.ts'
import classes from './Bars.module.css'

/** Without `to`, no query selects the devices of the bar. */
export type Bar = { id: string; label: string; count: number | undefined; to?: string | undefined }

type Props = {
  label: string
  /** Singular noun of what is counted. */
  one?: string
  total: number
  bars: readonly Bar[]
}

/** Bar chart of the number of devices by value. Each bar links to its devices. */
export function Bars({ label, one = 'device', total, bars }: Props) {
  if (bars.length === 0) return <Text size="sm">No {one} to count.</Text>
  const longest = Math.max(1, ...bars.map(({ count = 0 }) => count))
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.id}>
          {bar.to === undefined ? (
            <span className={classes.bar}>
              <Drawn bar={bar} longest={longest} total={total} />
            </span>
          ) : (
            <Link className={classes.bar} to={bar.to}>
              <Drawn bar={bar} longest={longest} total={total} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const Drawn = ({ bar: { label, count }, longest, total }: { bar: Bar; longest: number; total: number }) => (
  <>
    <span className={classes.label}>{label}</span>
    <span className={classes.track} aria-hidden>
      <span className={classes.fill} style={{ inlineSize: `${((count ?? 0) / longest) * 100}%` }} />
    </span>
    <span className={classes.count}>
      {count === undefined ? '…' : `${count.toLocaleString('en')} · ${shareOf(count, total)}`}
    </span>
  </>
)

function shareOf(count: number, total: number) {
  const percent = total > 0 ? (count / total) * 100 : 0
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`
}
