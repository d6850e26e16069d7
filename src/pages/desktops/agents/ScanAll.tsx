import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { mutation } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { checkedList, enough } from '#components/desktops/checked-list.ts'
import { notReported } from '#components/offered/not-reported.ts'
import { scanAllComputers } from '#contract/desktop/inventory.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { paths } from '#paths.ts'
import { Anchor, Group, Text } from '#ui/layout/layout.ts'
import { computerCount } from './agent-plan.ts'

const typed = 'scan all computers'
const askAgainMs = 3000
const running = checkedList(listComputers, { page: 0, pagelimit: enough, scanstatusfilter: ['1'] })

/** Scans all computers. Requires a typed confirmation because of the load, and shows scans still in progress. */
export function ScanAll() {
  const scan = useMutation(mutation(scanAllComputers))
  const accepted = scan.data?.accepted
  return (
    <Group gap="sm">
      <ActionButton
        endpoint={scanAllComputers}
        size="xs"
        renderDialog={(close) => (
          <Confirm
            title="Scan all computers?"
            action="Scan"
            typed={typed}
            danger={false}
            onConfirm={() => scan.mutateAsync({})}
            onClose={close}
          >
            Every computer with an agent collects and reports its hardware and software inventory. The scan cannot be
            stopped and increases server and network load.
          </Confirm>
        )}
      >
        Scan all computers …
      </ActionButton>
      {scan.isSuccess && (
        <Text component="output" size="sm">
          Accepted by the server{accepted === undefined ? '' : ` for ${computerCount(accepted)}`}. <StillRunning />
        </Text>
      )}
    </Group>
  )
}

function StillRunning() {
  const { data, error } = useQuery({
    ...running,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.total === 0 ? false : askAgainMs),
  })
  if (error) return <>The number of running scans is unknown: {problemOf(error).message}</>
  if (!data) return null
  if (data.total === undefined) return <>{notReported} how many scans are running.</>
  if (data.total === 0) return <>All scans are complete.</>
  return (
    <Anchor component={Link} to={`${paths.desktops}?scan=1`} size="sm">
      {data.total.toLocaleString('en')} still running
    </Anchor>
  )
}
