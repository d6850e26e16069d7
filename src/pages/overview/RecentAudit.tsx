import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { actionText } from '#contract/console/audit-actions.ts'
import { listAudit } from '#contract/console/audit.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './RecentAudit.module.css'

const recent = query(listAudit, { source: 'console', limit: 8, page: 0 })

/** Recent audit entries of this console, for administrators. */
export function RecentAudit() {
  const { data, error, refetch } = useQuery(recent)
  return (
    <Panel
      title="Recent audit"
      actions={
        <Anchor component={Link} to={paths.audit} size="sm">
          {' '}
          Show audit
        </Anchor>
      }
    >
      <QueryState error={error} refetch={refetch} waiting={!data} lines={5} />
      {data?.entries.length === 0 && <Text size="sm">No activity through this console yet.</Text>}
      <ul className={classes.entries} aria-label="Recent audit">
        {data?.entries.map(({ id, at, user, source, action, target, result }) => (
          <li key={id} className={classes.entry}>
            <span className={classes.what}>{actionText({ source, action })}</span>
            <span className={classes.who} data-tip="">
              {user || '–'}, <Moment at={at === undefined ? undefined : new Date(at)} />
              {result !== 'done' && `, ${result}`}
              {target && ` · ${target}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
