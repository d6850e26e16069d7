import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { query } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { listViews } from '#contract/console/views/views.ts'
import { paths } from '#paths.ts'
import { Anchor, Button, Group, Stack } from '#ui/layout/layout.ts'
import type { ViewedTable } from '#ui/table/further-views.ts'
import classes from './SharedViews.module.css'
import { ask, questionOf } from './view-requests.ts'

/** Views of this list that are stored on the server, with the names of their owners. */
export function SharedViews({ search, columns, csv }: ViewedTable) {
  const { pathname: page } = useLocation()
  const { data, error, refetch } = useQuery(query(listViews, { page }))
  return (
    <Stack gap="xs">
      {error && <QueryProblem error={error} refetch={refetch} />}
      {data && data.rows.length > 0 && (
        <>
          <p className={classes.heading} id="shared-views">
            Shared and pinned views
          </p>
          <ul className={classes.views} aria-labelledby="shared-views">
            {data.rows.map((view) => (
              <li key={view.id}>
                <Link to={`?${view.search}`} aria-current={view.search === search || undefined}>
                  <span className={classes.name}>{view.name}</span>
                  <span className={classes.by}>{view.isMine ? 'You' : view.by}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Group gap="sm" justify="space-between">
        <Button
          variant="default"
          size="xs"
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
            ask({ kind: 'share', page, search, question: questionOf(csv, columns) })
          }}
        >
          Share, pin or watch…
        </Button>
        <Anchor component={Link} to={paths.views} size="sm">
          All views
        </Anchor>
      </Group>
    </Stack>
  )
}
