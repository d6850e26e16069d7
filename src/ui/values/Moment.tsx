import { use } from 'react'
import { TabStop } from '#ui/table/tab-stop.ts'
import { useNow } from './clock.ts'
import classes from './Moment.module.css'
import { absoluteTime, asShown, relativeTime } from './moment.ts'

type Props = {
  at: Date | undefined
  /** The unparsed value. */
  raw?: string
  now?: Date
}

/**
 * Relative time; the tooltip has the local time with its zone and the raw value. A missing time is shown as "–", an
 * unparsable one unchanged.
 */
export function Moment({ at, raw, now }: Props) {
  const ticking = useNow()
  const focusable = use(TabStop) === 0 ? 0 : undefined
  if (!at) {
    return (
      <span className={classes.missing} data-tip={raw ? `No time: ${raw}` : 'No time'}>
        {raw && /\d\D+\d/.test(raw) ? raw : '–'}
      </span>
    )
  }
  const shown = asShown(at, raw)
  const absolute = absoluteTime(shown)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must be reachable by keyboard
    <time
      tabIndex={focusable}
      className={classes.moment}
      dateTime={at.toISOString()}
      data-tip={raw ? `${absolute} (${raw})` : absolute}
      data-printed={absolute}
    >
      {relativeTime(shown, now ?? new Date(ticking))}
    </time>
  )
}
