import { Timeline, type TimelineItem } from '#ui/values/Timeline.tsx'
import { CancelCommand } from './CancelCommand.tsx'
import { type CommandRow, type LifeEntry, type Status, statusText } from './command-rows.ts'
import classes from './DeviceCommands.module.css'

/** The remarks of a command, and on demand each step of its life. */
export function CommandLife({ row }: { row: CommandRow }) {
  const { remarks, life, ids } = row
  return (
    <div className={classes.life}>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      <details>
        <summary>{life.length === 1 ? '1 step' : `${life.length} steps`}</summary>
        <CommandSteps row={row} />
        <p className={classes.ids}>{ids}</p>
      </details>
      <CancelCommand row={row} />
    </div>
  )
}

/** What happened to a command, oldest first. */
export const CommandSteps = ({ row: { life, command } }: { row: CommandRow }) => (
  <Timeline items={life.map((entry) => itemOf(entry, command))} />
)

const codeText = (status: Status) =>
  `Status code ${status.meaning ? `${status.raw}: ${status.meaning}` : statusText(status)}`

/** The server's own text speaks first; the number stands beside it, with its meaning where one is stated. */
const itemOf = ({ at, raw, status, text, remarks, by, ids }: LifeEntry, command: string): TimelineItem => ({
  at,
  raw,
  by,
  tone: status?.tone ?? 'muted',
  title: text || (status && statusText(status)) || command || 'Step',
  text: [text && status ? codeText(status) : '', remarks, ids].filter(Boolean).join(' · '),
})
