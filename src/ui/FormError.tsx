import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlertTriangle } from './icons.ts'

/** What the server says against the whole form, and what to do next. */
export function FormError({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {children}
    </Alert>
  )
}
