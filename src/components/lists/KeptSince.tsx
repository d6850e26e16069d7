import { call } from '#api/call.ts'
import { invalidate, useAttempt } from '#api/change.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { absoluteTime } from '#ui/values/moment.ts'

type Props = {
  endpoint: Endpoint
  asked: { data: unknown; dataUpdatedAt: number; isLoading: boolean; isFetched: boolean }
}

/** So old a list counts as new: it is as old as any other page. */
const newMs = 5_000

/** When a list was read that the console has kept for a while, and a way to have it read again. */
export function KeptSince({ endpoint, asked: { data, dataUpdatedAt, isLoading, isFetched } }: Props) {
  const { attempt, pending, problem } = useAttempt()
  const { ageMs = 0 } = (data ?? {}) as { ageMs?: number }
  // The list below waits for the line that may stand here (loading.css), and not again while it is asked once more.
  if (isLoading && !isFetched) return <Loading lines={1} />
  if (ageMs < newMs && !problem) return null
  const readAgain = async () => {
    await call(endpoint, { offset: 0, limit: 1, fresh: true })
    await invalidate(endpoint.reads ?? [])
  }
  return (
    <>
      <Group gap="xs">
        <Text size="sm">Loaded from the server {absoluteTime(new Date(dataUpdatedAt - ageMs))}.</Text>
        <Button variant="default" size="compact-sm" loading={pending} onClick={() => attempt(readAgain)}>
          Reload
        </Button>
      </Group>
      {problem && <ProblemPanel problem={problem} />}
    </>
  )
}
