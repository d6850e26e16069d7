import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { connectionsQuery } from '#pages/settings/connections/connection-queries.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { useNow } from '#ui/values/clock.ts'
import { endingKeys } from './key-age.ts'
import classes from './KeyExpiry.module.css'

/** Notice for administrators on all pages, from 30 days before a key of the console expires. */
export function KeyExpiry() {
  const may = useMay()('Common_Admin')
  const { data } = useQuery({ ...connectionsQuery, enabled: may, staleTime: 600_000 })
  const ending = endingKeys(may ? (data?.connections ?? []) : [], useNow())
  return ending.map(({ name, tone, text }) => (
    <div key={name} className={classes.banner}>
      <Notice tone={tone} title={`The key of ${name}: ${text.toLowerCase()}`}>
        <span>
          {tone === 'bad' ? 'The server rejects it.' : 'The server will then reject it.'}{' '}
          <Anchor
            component={Link}
            to={`${paths.apiKeys}?${new URLSearchParams({ connection: name })}`}
            inherit
            underline="always"
          >
            Replace key
          </Anchor>
        </span>
      </Notice>
    </div>
  ))
}
