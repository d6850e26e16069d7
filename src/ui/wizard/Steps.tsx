import type { ReactNode } from 'react'
import { IconCheck } from '#ui/theme/icons.ts'
import classes from './Steps.module.css'

export type StepItem = { title: string; done?: boolean; children: ReactNode }

/** Numbered instructions on one page. */
export function Steps({ label, items }: { label: string; items: readonly StepItem[] }) {
  return (
    <ol aria-label={label} className={classes.steps}>
      {items.map(({ title, done = false, children }, index) => (
        <li key={title} className={classes.step} data-done={done || undefined}>
          <span className={classes.number} aria-hidden>
            {done ? <IconCheck size={15} /> : index + 1}
          </span>
          <div className={classes.content}>
            <strong className={classes.title}>{title}</strong>
            {children}
          </div>
        </li>
      ))}
    </ol>
  )
}
