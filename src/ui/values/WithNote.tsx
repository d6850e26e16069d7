import type { ReactNode } from 'react'
import { Stack, Text } from '#ui/layout/layout.ts'

/** A value, and in small what it means or why it is so. */
export const WithNote = ({ note, children }: { note: ReactNode; children: ReactNode }) => (
  <Stack gap={2} align="start">
    <span>{children}</span>
    {note && (
      <Text size="xs" c="dimmed" component="div">
        {note}
      </Text>
    )}
  </Stack>
)
