import type { ReactNode } from 'react'
import { Stack, Text } from '#ui/layout/layout.ts'
import classes from './WithNote.module.css'

type Props = {
  note: ReactNode
  /** Wraps the value even if there is no note; by default, the cell truncates it then. */
  isWhole?: boolean
  children: ReactNode
}

/** A value with an explanation in small print. */
export function WithNote({ note, isWhole = false, children }: Props) {
  if (!note && !isWhole) return children
  return (
    <Stack gap={2} align="start" className={classes.wrapped}>
      <span>{children}</span>
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Stack>
  )
}
