import { Meter } from '#ui/feedback/Meter.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { Run } from './use-run.ts'

type Props = { label: string; run: Run; /** `accounts` */ many: string }

/** How far it is; what is under way is ended before it stops. */
export function RunProgress({ label, run: { running, stop }, many }: Props) {
  if (!running) return null
  const { done, of } = running
  return (
    <Group gap="sm">
      <output>
        <Meter value={done} max={of} label={label} text={`${done} of ${of} ${many}`} />
      </output>
      <Button size="compact-xs" variant="default" onClick={stop}>
        Stop
      </Button>
    </Group>
  )
}
