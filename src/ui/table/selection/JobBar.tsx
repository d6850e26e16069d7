import { Button } from '@mantine/core'
import { rowCount } from '#ui/table/row-count.ts'
import { IconAlertTriangle, IconCircleCheck } from '#ui/theme/icons.ts'
import classes from './JobBar.module.css'
import type { RowWorkState } from './use-row-work.ts'

type Props = { job: RowWorkState; onStop: () => void; onRetry: () => void }

const say = (count: number) => count.toLocaleString('en')

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Progress of an action on all selected rows. */
export function JobBar({ job, onStop, onRetry }: Props) {
  if (job.state === 'done') {
    return (
      <div className={classes.bar} data-tone="ok">
        <IconCircleCheck size={17} aria-hidden />
        <output>
          {job.title}: {rowCount(job.done)}, done.
        </output>
        <Button variant="default" size="compact-xs" onClick={onStop}>
          Close
        </Button>
      </div>
    )
  }
  const { title, done, total, state } = job
  const reached = total === undefined ? rowCount(done) : `${say(done)} of ${rowCount(total)}`
  if (state === 'running') {
    return (
      <div className={classes.bar}>
        <span>
          {title}: {reached}
        </span>
        <progress className={classes.progress} aria-label={title} max={total ?? 1} value={total ? done : undefined} />
        <Button variant="default" size="compact-xs" onClick={onStop}>
          Cancel
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.bar} data-tone="bad" role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <span className={classes.message}>
        <strong>
          {title} stopped after {reached}.
        </strong>{' '}
        {sentence(job.message)} Try again to continue from there.
      </span>
      <Button size="compact-xs" onClick={onRetry}>
        Try again
      </Button>
      <Button variant="default" size="compact-xs" onClick={onStop}>
        Cancel
      </Button>
    </div>
  )
}
