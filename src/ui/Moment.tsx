import { absoluteTime, relativeTime } from './moment.ts'
import classes from './Moment.module.css'

type Props = {
  at: Date | undefined
  /** The value as it came. */
  raw?: string
  now?: Date
}

/** A time as people say it, with the local time, its zone and the raw value at hand. A missing time is "–". */
export function Moment({ at, raw, now = new Date() }: Props) {
  if (!at) {
    return (
      <span className={classes.missing} title={raw ? `No time: ${raw}` : 'No time'}>
        –
      </span>
    )
  }
  const exact = raw ? `${absoluteTime(at)} (${raw})` : absoluteTime(at)
  return (
    <time className={classes.moment} dateTime={at.toISOString()} title={exact}>
      {relativeTime(at, now)}
    </time>
  )
}
