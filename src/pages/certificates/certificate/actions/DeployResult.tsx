import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { isDone, type ServerResult } from './deploy.ts'
import classes from './DeployResult.module.css'

/** Result per server; partial success is not reported as success. */
export function DeployResult({ results }: { results: readonly ServerResult[] }) {
  const done = results.filter(isDone).length
  if (results.length === 0)
    return <Notice tone="warn" title="This server does not report where it was deployed" urgent />
  const isAll = done === results.length && done > 0
  const title = isAll
    ? `Deployed to ${done === 1 ? 'the server' : `all ${done} servers`}`
    : `Deployed to ${done} of ${results.length} servers`
  return (
    <Notice tone={isAll ? 'ok' : 'bad'} title={title} urgent>
      <ul className={classes.results} aria-label="Servers">
        {results.map((result) => (
          <li key={`${result.server} ${result.message}`}>
            <StatusBadge tone={isDone(result) ? 'ok' : 'bad'}>{result.server || 'unknown'}</StatusBadge>
            <span>{result.message || result.status || '–'}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
