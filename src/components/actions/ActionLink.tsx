import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Button } from '#ui/layout/layout.ts'
import { type Called, ForPermitted } from './ForPermitted.tsx'

type Props = ButtonProps &
  Omit<LinkProps, keyof ButtonProps | 'children'> & {
    /** What the page behind it calls. Whoever lacks its permission is not shown the way there. */
    endpoint?: Called
    children: ReactNode
  }

/** A way to a page where something is done, in the look of a button. */
export function ActionLink({ endpoint, ...props }: Props) {
  const link = <Button component={Link} variant="default" {...props} />
  return endpoint ? <ForPermitted endpoint={endpoint}>{link}</ForPermitted> : link
}
