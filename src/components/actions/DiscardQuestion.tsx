import { Button, Group } from '@mantine/core'
import { Notice } from '#ui/feedback/Notice.tsx'
import { useFocusBack } from '#ui/keyboard/focus-back.ts'

type Props = { onKeep: () => void; onDiscard: () => void }

/** Shown when a dialog with unsent input is about to close by Escape, by its close button or by a click beside it. */
export function DiscardQuestion({ onKeep, onDiscard }: Props) {
  useFocusBack()
  return (
    <Notice tone="warn" title="Discard your input?" urgent>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={onKeep} autoFocus>
          Keep editing
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Notice>
  )
}
