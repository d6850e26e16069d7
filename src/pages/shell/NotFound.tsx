import { useLocation } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** Page of addresses that no route has. */
export function Component() {
  const { pathname } = useLocation()
  return (
    <Page title="Page not found" crumbs={[]}>
      <Empty
        title="This page does not exist"
        hint={
          <>
            <code>{pathname}</code> was not found. The address may be mistyped, or the page may have moved.
          </>
        }
        action={
          <ActionLink variant="filled" to={paths.overview}>
            Go to the overview
          </ActionLink>
        }
      />
    </Page>
  )
}
