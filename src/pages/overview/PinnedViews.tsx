import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { addressOf } from '#components/views/view-words.ts'
import { countView, listViews, type View } from '#contract/console/views/views.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import classes from './ServiceTiles.module.css'

/** Pinned views with their number of results; no number if the request failed. */
export function PinnedViews() {
  const { data, error, refetch } = useQuery(query(listViews, {}))
  if (error) return <QueryProblem error={error} refetch={refetch} />
  const pinned = data?.rows.filter(({ isPinned }) => isPinned) ?? []
  if (pinned.length === 0) return null
  return (
    <ul className={classes.tiles} data-few aria-label="Pinned views">
      {pinned.map((view) => (
        <PinnedView key={view.id} view={view} />
      ))}
    </ul>
  )
}

function PinnedView({ view }: { view: View }) {
  const { data, error } = useQuery({ ...query(countView, { view: view.id }), staleTime: 60_000 })
  const owner = view.isMine ? 'Your view' : `View of ${view.by}`
  return (
    <li className={classes.tile} aria-busy={!data && !error}>
      <div className={classes.head}>
        <Link to={addressOf(view)} className={classes.name}>
          {view.name}
        </Link>
        {error && <StatusBadge tone="warn">Unknown</StatusBadge>}
      </div>
      <div className={classes.count}>{data ? `${data.count.toLocaleString('en')}${data.isMore ? '+' : ''}` : '–'}</div>
      <div className={classes.words}>{error ? `${problemOf(error).message}. ${owner}` : owner}</div>
    </li>
  )
}
