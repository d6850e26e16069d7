import { Link, useLocation } from 'react-router'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <Page title="Page not found" crumbs={[]}>
      <Empty
        title="There is nothing at this address"
        hint={
          <>
            <code>{pathname}</code> leads nowhere. It may have been mistyped, or the page has moved.
          </>
        }
        action={
          <Button component={Link} to={paths.overview}>
            Go to the overview
          </Button>
        }
      />
    </Page>
  )
}
