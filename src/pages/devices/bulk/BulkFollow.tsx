import { useQuery } from '@tanstack/react-query'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { isOpen } from './follow.ts'
import type { BulkRun } from './run.ts'
import type { BulkRunner } from './runner.ts'
import { devicesInWords } from './words.ts'

const everyMs = 5000
/** So many are followed by themselves: each costs a call, and a server may limit how often it is asked. */
const followedByItself = 40

/** Follows what was submitted to its end, in the histories of the devices. */
export function BulkFollow({ run, runner }: { run: BulkRun; runner: BulkRunner }) {
  const open = run.targets.filter(isOpen).length
  const follows = run.state !== 'going' && open > 0 && open <= followedByItself
  const { error, isFetching, refetch } = useQuery({
    queryKey: ['bulk follow', run.startedAt],
    queryFn: async ({ signal }) => {
      await runner.look(signal)
      return Date.now()
    },
    enabled: follows,
    // Not in a hidden tab: that is the default of refetchInterval.
    refetchInterval: follows ? everyMs : false,
    gcTime: 0,
    staleTime: 0,
  })
  if (run.state === 'going' || open === 0) return null
  return (
    <>
      <Group gap="xs">
        {!follows && (
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
            Refresh results
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {follows
            ? `${devicesInWords(open)} pending. Results refresh automatically.`
            : 'Too many devices to refresh automatically.'}
        </Text>
      </Group>
      <QueryProblem error={error} refetch={refetch} />
    </>
  )
}
