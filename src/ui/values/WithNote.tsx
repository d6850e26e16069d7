import type { ReactNode } from 'react'
import { Stack, Text } from '#ui/layout/layout.ts'

/** A value with an explanation in small print. */
export function WithNote({ note, children }: { note: ReactNode; children: ReactNode }) {
  // Without a note, plain text: only then is it truncated by the cell.
  if (!note) return children
  return (
    <Stack gap={2} align="start">
      <span>{children}</span>
      <Text size="xs" c="dimmed" component="div">
        {note}
      </Text>
    </Stack>
  )
}
