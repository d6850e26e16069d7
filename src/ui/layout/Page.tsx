import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { productName } from '#ui/theme/product-name.ts'
import { type Crumb, Crumbs } from './Crumbs.tsx'
import classes from './Page.module.css'

type Props = {
  title: string
  /** Breadcrumb; by default that of the parent routes. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  children: ReactNode
}

/** Page layout: breadcrumb, heading and actions. React hoists `title` into the document head. */
export function Page({ title, crumbs, actions, children }: Props) {
  return (
    <Stack gap="md" className={classes.page} data-page>
      <title>{`${title} · ${productName}`}</title>
      <header className={classes.header}>
        <Crumbs title={title} crumbs={crumbs} />
        <Group justify="space-between" align="start" gap="sm" className={classes.heading}>
          <Title order={1} className={classes.title} tabIndex={-1}>
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </header>
      {children}
    </Stack>
  )
}
