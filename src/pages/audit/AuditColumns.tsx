import type { ReactNode } from 'react'
import type { AuditEntry } from '#contract/console/audit.ts'
import type { Column } from '#ui/DataTable.tsx'
import { absoluteTime } from '#ui/moment.ts'
import { Moment } from '#ui/Moment.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { actionInWords } from './actions.ts'
import classes from './AuditColumns.module.css'
import { reasonOf, results } from './results.ts'

const orDash = (text: string) => text || '–'

/** One thing, and below it what makes it exact. The blank keeps them apart where they are read as one text. */
const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div className={classes.lines}>
    <div className={classes.first}>{first}</div> <div className={classes.second}>{second}</div>
  </div>
)

export const auditColumns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'What',
    width: 265,
    priority: 1,
    value: ({ action }) => actionInWords(action),
    cell: ({ action }) => <TwoLines first={actionInWords(action)} second={<code>{action}</code>} />,
  },
  {
    id: 'at',
    header: 'Time',
    width: 185,
    priority: 1,
    kind: 'date',
    value: ({ at }) => at,
    cell: ({ at }) => {
      const moment = new Date(at)
      return <TwoLines first={<Moment at={moment} raw={moment.toISOString()} />} second={absoluteTime(moment)} />
    },
  },
  {
    id: 'user',
    header: 'Who',
    width: 130,
    priority: 1,
    value: ({ user }) => user,
    cell: ({ user, address }) => <TwoLines first={orDash(user)} second={<code>{address}</code>} />,
  },
  {
    id: 'target',
    header: 'Done to',
    width: 290,
    priority: 1,
    value: ({ target }) => target,
    cell: ({ target }) => <span className={classes.target}>{orDash(target)}</span>,
  },
  {
    id: 'result',
    header: 'Result',
    width: 144,
    priority: 1,
    value: ({ result }) => results[result].label,
    cell: ({ result, code }) => {
      const { label, tone, means } = results[result]
      const badge = (
        <span data-tip={means}>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </span>
      )
      if (code === '') return badge
      return <TwoLines first={badge} second={<code data-tip={reasonOf({ code })}>{code}</code>} />
    },
  },
  {
    id: 'address',
    header: 'From',
    width: 140,
    priority: 2,
    hidden: true,
    value: ({ address }) => address,
    cell: ({ address }) => <code>{orDash(address)}</code>,
  },
  {
    id: 'id',
    header: 'Number',
    width: 95,
    priority: 2,
    hidden: true,
    align: 'end',
    kind: 'number',
    value: ({ id }) => id,
    cell: ({ id }) => id.toLocaleString('en'),
  },
]
