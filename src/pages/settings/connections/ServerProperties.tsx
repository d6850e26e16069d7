import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { getServerProperties } from '#contract/desktop/server.ts'
import type { Output } from '#contract/endpoint.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Anchor, Title } from '#ui/layout/layout.ts'
import classes from './ConnectionCard.module.css'

const properties = query(getServerProperties, {})

type Named = NonNullable<Output<typeof getServerProperties>['domains']>
/** Number of names shown before the rest is collapsed. */
const maxShown = 12

/** Domains, offices and other properties that the desktop server reports. */
export function ServerProperties() {
  const { data, error, refetch } = useQuery(properties)
  return (
    <section aria-label="Server properties" className={classes.properties}>
      <Title order={3} size="sm">
        Server properties
      </Title>
      {!data && !error && <Loading lines={2} label="Loading server properties" />}
      {error && <PartProblem error={error} of={getServerProperties} onRetry={refetch} />}
      {data && (
        <Facts
          items={[
            { label: 'Domains', value: <Names of={data.domains} filter="domain" /> },
            { label: 'Branch offices', value: <Names of={data.branch_offices} filter="office" /> },
            { label: 'Custom groups', value: <Names of={data.custom_groups} /> },
          ]}
        />
      )}
    </section>
  )
}

/** `filter`: filter of the computer list that the names link to. */
function Names({ of: named, filter }: { of: Named | undefined; filter?: 'domain' | 'office' }) {
  if (named === undefined) return 'Not reported'
  if (named.length === 0) return 'None'
  const items = named.map(({ resource_id, name = '' }) => ({ id: resource_id ?? name, name }))
  const list = (some: typeof items) => (
    <ul className={classes.names}>
      {some.map(({ id, name }) => (
        <li key={id}>
          {filter && name ? (
            <Anchor
              component={Link}
              to={`${paths.desktops}?${new URLSearchParams({ [filter]: name })}`}
              inherit
              underline="always"
            >
              {name}
            </Anchor>
          ) : (
            name || 'Unnamed'
          )}
        </li>
      ))}
    </ul>
  )
  const more = items.slice(maxShown)
  return (
    <>
      {list(items.slice(0, maxShown))}
      {more.length > 0 && (
        <details>
          <summary>{more.length.toLocaleString('en')} more</summary>
          {list(more)}
        </details>
      )}
    </>
  )
}
