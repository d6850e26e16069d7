import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconSearch } from '#ui/theme/icons.ts'
import classes from './Empty.module.css'

type Props = { title: string; hint?: ReactNode; action?: ReactNode }

/** Empty state: the reason and an optional action. */
export function Empty({ title, hint, action }: Props) {
  return (
    <Stack align="center" gap="xs" className={classes.empty}>
      <IconSearch size={28} stroke={1.5} aria-hidden className={classes.icon} />
      <Text fw={600}>{title}</Text>
      {hint && (
        <Text size="sm" c="dimmed" maw="40rem" ta="center">
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}
