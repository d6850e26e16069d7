import { Link, useSearchParams } from 'react-router'
import { Query } from '#components/fleet/Query.tsx'
import { queryAddress } from '#components/fleet/query-address.ts'
import { computers, Queried, type QueryRow } from '#components/fleet/query-subject.ts'
import { SiteCatalog, useSiteCatalog } from '#components/fleet/use-catalog.ts'
import { ofComputers } from '#contract/fleet/computer-catalog.ts'
import { AgentActions } from '#pages/desktops/agents/AgentActions.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Anchor, Stack } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'

const hrefOf = ({ resource_id = '' }: QueryRow) => paths.computer(resource_id)

/** Searches computers by conditions on any field, using the console's index. */
export function Component() {
  const catalog = useSiteCatalog(ofComputers)
  if (!catalog) return <Loading lines={4} />
  return (
    <Queried value={computers}>
      <SiteCatalog value={catalog}>
        <Stack gap="md">
          <Anchor
            component={Link}
            size="sm"
            underline="always"
            to={`${paths.queryLanguage}?of=computers`}
            w="fit-content"
          >
            Query language
          </Anchor>
          <Query name="Computers" SelectionActions={Chosen} facts={[]} hrefOf={hrefOf} />
        </Stack>
      </SiteCatalog>
    </Queried>
  )
}

/** Passes ids and names only: the action page reads the current status from the server. */
function Chosen({ withRows, ...selected }: Selected<QueryRow>) {
  const [address] = useSearchParams()
  return (
    <AgentActions
      {...selected}
      query={queryAddress.read(address).query}
      withRows={(title, use) =>
        withRows(title, (rows) => use(rows.map(({ resource_id, resource_name }) => ({ resource_id, resource_name }))))
      }
    />
  )
}
