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

/** Age up to which a list counts as current, as on any other page. */
const newMs = 5_000

/** Age of a list that the console has cached, with a button to reload it. */
export function CacheAge({ endpoint, asked: { data, dataUpdatedAt, isLoading, isFetched } }: Props) {
  const { attempt, pending, problem } = useAttempt()
  const { ageMs = 0 } = (data ?? {}) as { ageMs?: number }
  // Reserves the line on the first load only, so that the list below does not move (loading.css).
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
