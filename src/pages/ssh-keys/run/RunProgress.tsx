import { Meter } from '#ui/feedback/Meter.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { Run } from './use-run.ts'

/** How far it is; what is under way on one host is ended before it stops. */
export function RunProgress({ label, run: { running, stop } }: { label: string; run: Run }) {
  if (!running) return null
  const { done, of } = running
  return (
    <Group gap="sm">
      <output>
        <Meter value={done} max={of} label={label} text={`${done} of ${of} accounts`} />
      </output>
      <Button size="compact-xs" variant="default" onClick={stop}>
        Stop
      </Button>
    </Group>
  )
}
