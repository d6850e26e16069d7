import { Card, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconCircleCheck } from '#ui/theme/icons.ts'
import classes from './Wizard.module.css'

type Props = {
  title: string
  children: ReactNode
  /** Links to the next steps, most useful first. */
  next: ReactNode
}

/** Result of a wizard, with next steps. */
export function WizardDone({ title, children, next }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The document's focus: the button that had it has been removed.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card withBorder p="lg" className={classes.done}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" align="start">
          <IconCircleCheck aria-hidden className={classes.doneIcon} />
          <Title order={2} fz="1.125rem" ref={heading} tabIndex={-1}>
            {title}
          </Title>
        </Group>
        {children}
        <Group gap="sm">{next}</Group>
      </Stack>
    </Card>
  )
}
