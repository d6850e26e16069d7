import type { ReactNode } from 'react'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { counted } from '#contract/words/counted.ts'
import { Timeline, type TimelineItem } from '#ui/values/Timeline.tsx'
import { CancelCommand } from './CancelCommand.tsx'
import type { CommandRow, LifeEntry, Status } from './command-rows.ts'
import classes from './DeviceCommands.module.css'

/** Remarks of a command, with its history when expanded. */
export function CommandLife({ row }: { row: CommandRow }) {
  const { remarks, life, ids } = row
  return (
    <div className={classes.life}>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      <details>
        <summary>{counted(life.length, 'step', 'steps')}</summary>
        <CommandSteps row={row} />
        <p className={classes.ids}>{ids}</p>
      </details>
      <CancelCommand row={row} />
    </div>
  )
}

/** History of a command, oldest entry first. */
export const CommandSteps = ({ row: { life, command } }: { row: CommandRow }) => (
  <Timeline items={life.map((entry) => itemOf(entry, command))} />
)

const StatusCode = ({ of }: { of: Status }) => (
  <>
    Status code {of.code ? '' : `${of.raw}: `}
    <CodeValue of={{ label: of.label, ...(of.code && { code: of.code }) }} />
  </>
)

/** The server's text, followed by the status number with its meaning if documented. */
const itemOf = ({ at, raw, status, text, remarks, by, ids }: LifeEntry, command: string): TimelineItem => ({
  at,
  raw,
  by,
  tone: status?.tone ?? 'muted',
  title: text || status?.label || command || 'Step',
  text: textOf(status && (text || status.code) ? <StatusCode of={status} /> : undefined, [remarks, ids]),
})

const textOf = (code: ReactNode, others: readonly string[]): ReactNode => {
  const said = others.filter(Boolean).join(' · ')
  return code ? (
    <>
      {code}
      {said && ` · ${said}`}
    </>
  ) : (
    said
  )
}
