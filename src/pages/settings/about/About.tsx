import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useDemo } from '#api/may.ts'
import { prefetch, query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { getAbout } from '#contract/console/connections.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { paths } from '#paths.ts'
import { Anchor, Stack } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { productName } from '#ui/theme/product-name.ts'
import { Moment } from '#ui/values/Moment.tsx'

const aboutQuery = query(getAbout, {})

export const loader = () => prefetch(aboutQuery)

export function Component() {
  const { data, error, refetch } = useQuery(aboutQuery)
  const isDemo = useDemo()
  if (!data) return <QueryState error={error} refetch={refetch} waiting />
  const { version, node, database, startedAt, embedded } = data
  return (
    <Stack gap="md">
      <Panel title={productName}>
        <span>One console for desktops, mobile devices, keys and certificates.</span>
        <Facts
          items={[
            { label: 'Version', value: version },
            { label: 'Services', value: worksWith(embedded, isDemo) },
            { label: 'Running since', value: <Moment at={new Date(startedAt)} raw={String(startedAt)} /> },
            { label: 'Node.js', value: node },
            { label: 'Database', value: database },
          ]}
        />
      </Panel>
      <Panel title="Interfaces">
        <span>
          All operations that this console calls are listed in the{' '}
          <Anchor component={Link} to={paths.reference} inherit underline="always">
            API reference
          </Anchor>
          , with the conventions chosen where a reference is not specific.
        </span>
      </Panel>
      <Panel title="Licenses">
        <span>
          {productName} is open source under the Apache License 2.0. The license text is in the file{' '}
          <code>LICENSE</code>.
        </span>
        <span>
          Third-party components are licensed separately. Their licenses are in <code>node_modules</code>. The main
          components are React, React Router, TanStack Query and Table, Mantine, Tabler Icons, Zod, Hono, Kysely and
          undici (MIT), the typefaces Inter and JetBrains Mono (SIL Open Font License 1.1).
        </span>
      </Panel>
    </Stack>
  )
}

function worksWith(embedded: boolean, isDemo: boolean) {
  if (!embedded) return 'Connected servers'
  return isDemo ? 'Embedded demo services' : 'Embedded services'
}
