import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { notReported } from './not-reported.ts'

type Props = {
  /** Continues the sentence: `which certificates were issued`. */
  what: string
  /** An alternative for the user. */
  children?: ReactNode
}

/** Notice for data that the server does not provide. Not an error: the API reference does not require the operation. */
export const NotReported = ({ what, children }: Props) => (
  <Notice tone="info" title={`${notReported} ${what}`}>
    {children && <span>{children}</span>}
  </Notice>
)
