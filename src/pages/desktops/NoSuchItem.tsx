import { NotFound } from '#components/area/NotFound.tsx'
import type { Crumb } from '#ui/layout/Crumbs.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** IDs of this service are digits; other values are rejected without a request. */
export const isItemId = (id: string) => /^\d{1,19}$/.test(id)

type Props = {
  /** Singular noun: `computer`. */
  what: string
  id: string
  crumbs?: readonly Crumb[]
  /** Label of the link to the list: `All computers`. */
  all: string
  to: string
}

export const NoSuchItem = ({ what, id, crumbs, all, to }: Props) => (
  <Page title={`${what.charAt(0).toUpperCase()}${what.slice(1)} ${id}`} crumbs={crumbs}>
    <NotFound title={`There is no ${what} with the ID “${id}”`} hint="The address may be mistyped." all={all} to={to} />
  </Page>
)
