import { type ReactNode, useId } from 'react'
import { Group, Text } from '#ui/layout/layout.ts'
import { type Reason, SharedReason } from './action-reason.ts'

/** Buttons in one row. A reason why all of them are unavailable is stated once, below them. */
export function ActionGroup({ reason, children }: { reason?: Reason; children: ReactNode }) {
  const id = useId()
  return (
    <SharedReason value={reason ? { reason, id } : undefined}>
      <Group gap="xs">{children}</Group>
      {reason && (
        <Text size="sm" c="dimmed" id={id}>
          {reason}
        </Text>
      )}
    </SharedReason>
  )
}
