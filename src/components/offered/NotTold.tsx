import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { notTold } from './not-told.ts'

type Props = {
  /** Goes on with the sentence: `which certificates were issued`. */
  what: string
  /** What can be done all the same. */
  children?: ReactNode
}

/** A server that answers the stated operations alone is well: this is no error. */
export const NotTold = ({ what, children }: Props) => (
  <Notice tone="info" title={`${notTold} ${what}`}>
    {children && <span>{children}</span>}
  </Notice>
)
