import { useQuery } from '@tanstack/react-query'
import { useLastSignedIn } from '#api/may.ts'
import { sessionQuery } from '#api/session.ts'
import { Permitted } from '#components/actions/Permitted.tsx'
import { discoverHost } from '#contract/keys/discovery.ts'
import { Stack } from '#ui/layout/layout.ts'
import { ResultTable } from './ResultTable.tsx'
import { RunPanel } from './RunPanel.tsx'
import { TargetForm } from './TargetForm.tsx'
import { useDiscovery } from './use-discovery.ts'

/** Ask hosts for their certificates, in slices: it can be paused, left and gone on with. */
export function Component() {
  const { data: session } = useQuery(sessionQuery)
  const user = useLastSignedIn(session)?.user
  if (!user) return null
  return <Hosts person={user.name} />
}

function Hosts({ person }: { person: string }) {
  const discovery = useDiscovery(person)
  const { run } = discovery
  return (
    <Stack gap="lg">
      {run ? (
        <>
          <RunPanel discovery={discovery} run={run} />
          <ResultTable run={run} certificates={discovery.certificates} />
        </>
      ) : (
        <Permitted endpoint={discoverHost}>
          <TargetForm person={person} onStart={discovery.start} />
        </Permitted>
      )}
    </Stack>
  )
}
