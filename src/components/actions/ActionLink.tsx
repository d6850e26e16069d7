import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Button } from '#ui/layout/layout.ts'
import { type Called, ForPermitted } from './ForPermitted.tsx'

type Props = ButtonProps &
  Omit<LinkProps, keyof ButtonProps | 'children'> & {
    /** Endpoint that the linked page calls. The link is hidden from users without its permission. */
    endpoint?: Called
    children: ReactNode
  }

/** Link with the appearance of a button. */
export function ActionLink({ endpoint, ...props }: Props) {
  const link = <Button component={Link} variant="default" {...props} />
  return endpoint ? <ForPermitted endpoint={endpoint}>{link}</ForPermitted> : link
}
