import type { ReactNode } from 'react'
import { Stack, Text } from '#ui/layout/layout.ts'

/** A value, and in small what it means or why it is so. */
export function WithNote({ note, children }: { note: ReactNode; children: ReactNode }) {
  // Alone it is text of its cell, which ends in dots where it is too long.
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
