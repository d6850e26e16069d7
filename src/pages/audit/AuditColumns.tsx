import type { ReactNode } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { actionText } from '#contract/console/audit-actions.ts'
import { type AuditEntry, unknownAccount } from '#contract/console/audit.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './AuditColumns.module.css'
import { reasonOf, results } from './results.ts'
import { sources } from './sources.ts'

const orDash = (text: string) => text || '–'

/** A value with details below it. The space separates them in copied and exported text. */
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

/** Target of the action, or the description from key management. */
const detailOf = ({ target, description }: AuditEntry) => target || description

/** Reason, where the console requires one. */
const whyOf = ({ reason, ticket }: AuditEntry) => [reason, ticket].filter(Boolean).join(' · ')

const { text, code, number, date } = columnsOf<AuditEntry>({ priority: 1 })
const hidden = { hidden: true, priority: 2 } as const

export const auditColumns = [
  text('action', 'Action', actionText, {
    width: 206,
    cell: (entry) => <TwoLines first={orDash(actionText(entry))} second={<code>{entry.action}</code>} />,
  }),
  date('at', 'Time', ({ at }) => (at === undefined ? undefined : new Date(at)), {
    width: 190,
    cell: ({ at }) => {
      if (at === undefined) return <Moment at={undefined} />
      const moment = new Date(at)
      return (
        <TwoLines
          first={<Moment at={moment} raw={moment.toISOString()} />}
          second={<span data-screen-only>{absoluteTime(moment)}</span>}
        />
      )
    },
  }),
  text('source', 'Source', ({ source }) => sources[source].label, {
    width: 164,
    cell: ({ source }) => {
      const { label, icon: Shape, means } = sources[source]
      return (
        <span data-tip={means} className={classes.source}>
          <Shape size={15} aria-hidden />
          {label}
        </span>
      )
    },
  }),
  text('user', 'User', ({ user }) => user, {
    width: 138,
    cell: ({ user, address }) =>
      address === '' ? <Who user={user} /> : <TwoLines first={<Who user={user} />} second={<code>{address}</code>} />,
  }),
  text('target', 'Details', detailOf, {
    width: 176,
    cell: (entry) => {
      const target = <span className={classes.target}>{orDash(detailOf(entry))}</span>
      const why = whyOf(entry)
      return why ? <TwoLines first={target} second={<span className={classes.target}>{why}</span>} /> : target
    },
  }),
  text('result', 'Result', ({ result }) => result && results[result].label, {
    width: 136,
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
  }),
  text('reason', 'Reason', ({ reason }) => reason, { width: 220, ...hidden }),
  code('ticket', 'Ticket', ({ ticket }) => ticket, { width: 120, ...hidden }),
  code('address', 'IP address', ({ address }) => address, { width: 140, ...hidden }),
  number('id', 'Number', ({ id }) => id, { width: 95, ...hidden }),
]
