import type { ReactNode } from 'react'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { Moment } from './Moment.tsx'
import classes from './Timeline.module.css'

export type TimelineItem = {
  title: ReactNode
  at: Date | undefined
  raw?: string
  tone: Tone
  text?: ReactNode
  by?: ReactNode
}

/** List of events in the given order. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={classes.timeline}>
      {items.map(({ title, at, raw, tone, text, by }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- events have no id, and their order does not change
        <li key={index} className={classes.item} data-tone={tone}>
          <div className={classes.head}>
            <span className={classes.title}>{title}</span>
            <span className={classes.when}>
              <Moment at={at} raw={raw} />
              {by && <> by {by}</>}
            </span>
          </div>
          {text && <div className={classes.text}>{text}</div>}
        </li>
      ))}
    </ol>
  )
}
