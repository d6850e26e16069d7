import { useQuery } from '@tanstack/react-query'
import { useLastSignedIn } from '#api/may.ts'
import { sessionQuery } from '#api/session.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import { holds } from '#contract/permission.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
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
  return <Hosts person={user.name} allowed={holds(user.permissions, discoverHost.permission)} />
}

function Hosts({ person, allowed }: { person: string; allowed: boolean }) {
  const discovery = useDiscovery(person)
  const { run } = discovery
  return (
    <Stack gap="lg">
      {!allowed && (
        <Notice tone="info" title="Your account may not run discoveries">
          <span>It needs {discoverHost.permission}. Ask an administrator.</span>
        </Notice>
      )}
      {run ? (
        <>
          <RunPanel discovery={discovery} run={run} />
          <ResultTable run={run} certificates={discovery.certificates} />
        </>
      ) : (
        <TargetForm person={person} allowed={allowed} onStart={discovery.start} />
      )}
    </Stack>
  )
}
