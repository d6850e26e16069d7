import { Meter } from '#ui/feedback/Meter.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { durationText, worstCaseSeconds } from './plan.ts'
import { progressOf, rowsOf, type Run } from './run.ts'
import { useTimeoutInSeconds } from './timeout-unit.ts'
import type { Discovery } from './use-discovery.ts'

/** How far it is, and what can be done with it. */
export function RunPanel({ discovery, run }: { discovery: Discovery; run: Run }) {
  const { total, done } = progressOf(run)
  const rows = rowsOf(run)
  const found = rows.filter(({ outcome }) => outcome === 'found').length
  const without = rows.filter(({ outcome }) => outcome === 'nothing' || outcome === 'not asked').length
  const isInSeconds = useTimeoutInSeconds()
  const rest = worstCaseSeconds(total - done, run.timeoutSeconds)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={4}>
          <Meter label="Hosts checked" value={done} max={total} />
          <Text component="output" size="sm">
            {done.toLocaleString('en')} of {total.toLocaleString('en')} hosts checked, {found.toLocaleString('en')} with
            a certificate, {without.toLocaleString('en')} without.
            {isInSeconds && run.state === 'going' && rest > 0 && ` Up to ${durationText(rest)} remaining.`}
          </Text>
        </Stack>
        <Group gap="sm">
          {run.state === 'going' && !discovery.elsewhere && <Button onClick={discovery.pause}>Pause</Button>}
          {run.state === 'paused' && <Button onClick={discovery.resume}>Resume</Button>}
          {run.state === 'ended' && without > 0 && (
            <Button variant="default" onClick={discovery.retry}>
              Retry hosts without a certificate
            </Button>
          )}
          <Button variant="default" onClick={discovery.forget}>
            {run.state === 'ended' ? 'New discovery' : 'Cancel'}
          </Button>
        </Group>
      </Group>
      {discovery.elsewhere && run.state === 'going' && (
        <Notice tone="info" title="Running in another tab">
          <span>This page shows the progress.</span>
        </Notice>
      )}
      {run.state === 'paused' && run.problem && (
        <Notice tone="bad" title="Paused" urgent>
          <span>{run.problem}</span>
        </Notice>
      )}
    </Stack>
  )
}
