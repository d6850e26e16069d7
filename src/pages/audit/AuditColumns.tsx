import type { ReactNode } from 'react'
import { actionInWords } from '#contract/console/audit-actions.ts'
import { type AuditEntry, unknownAccount } from '#contract/console/audit.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './AuditColumns.module.css'
import { reasonOf, results } from './results.ts'
import { sources } from './sources.ts'

const orDash = (text: string) => text || '–'

/** One thing, and below it what makes it exact. The blank keeps them apart where they are read as one text. */
const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div className={classes.lines}>
    <div className={classes.first}>{first}</div> <div className={classes.second}>{second}</div>
  </div>
)

const Who = ({ user }: Pick<AuditEntry, 'user'>) =>
  user.startsWith(unknownAccount) ? (
    <span data-tip={aboutUnknown} className={classes.unknown}>
      {user}
    </span>
  ) : (
    orDash(user)
  )

const aboutUnknown =
  'No account with this user name has signed in here. The name is not stored, because people sometimes type a password as the user name. The same name always gets the same number.'

/** What it was done to, or what key management says of it. */
const detailOf = ({ target, description }: AuditEntry) => target || description

export const auditColumns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    width: 206,
    priority: 1,
    value: actionInWords,
    cell: (entry) => <TwoLines first={orDash(actionInWords(entry))} second={<code>{entry.action}</code>} />,
  },
  {
    id: 'at',
    header: 'Time',
    width: 184,
    priority: 1,
    kind: 'date',
    value: ({ at }) => at,
    cell: ({ at }) => {
      if (at === undefined) return <Moment at={undefined} />
      const moment = new Date(at)
      return <TwoLines first={<Moment at={moment} raw={moment.toISOString()} />} second={absoluteTime(moment)} />
    },
  },
  {
    id: 'source',
    header: 'Source',
    width: 156,
    priority: 1,
    value: ({ source }) => sources[source].label,
    cell: ({ source }) => {
      const { label, icon: Shape, means } = sources[source]
      return (
        <span data-tip={means} className={classes.source}>
          <Shape size={15} aria-hidden />
          {label}
        </span>
      )
    },
  },
  {
    id: 'user',
    header: 'User',
    width: 142,
    priority: 1,
    value: ({ user }) => user,
    cell: ({ user, address }) =>
      address === '' ? <Who user={user} /> : <TwoLines first={<Who user={user} />} second={<code>{address}</code>} />,
  },
  {
    id: 'target',
    header: 'Details',
    width: 176,
    priority: 1,
    value: detailOf,
    cell: (entry) => <span className={classes.target}>{orDash(detailOf(entry))}</span>,
  },
  {
    id: 'result',
    header: 'Result',
    width: 136,
    priority: 1,
    value: ({ result }) => result && results[result].label,
    cell: ({ result, code }) => {
      if (!result) return <span data-tip="Not reported by key management">–</span>
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
    header: 'IP address',
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
    cell: ({ id }) => id?.toLocaleString('en') ?? '–',
  },
]
