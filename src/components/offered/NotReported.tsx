import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { notReported } from './not-reported.ts'

type Props = {
  /** Continues the sentence: `which certificates were issued`. */
  what: string
  /** An alternative for the user. */
  children?: ReactNode
}

/** Not an error: the server offers only the reference's operations. */
export const NotReported = ({ what, children }: Props) => (
  <Notice tone="info" title={`${notReported} ${what}`}>
    {children && <span>{children}</span>}
  </Notice>
)
