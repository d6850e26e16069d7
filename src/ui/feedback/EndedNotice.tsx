import type { ReactNode } from 'react'
import { Moment } from '#ui/values/Moment.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  words: { title: string; since: string; meaning: string }
  /** What is known of the reason besides. */
  aside?: ReactNode
  at: Date | undefined
  raw: string
  /** There is a way back. */
  held: boolean
  /** The way back, where it is offered. */
  children?: ReactNode
}

/** That a certificate is not to be trusted any more, since when and for how long. */
export const EndedNotice = ({ words: { title, since, meaning }, aside, at, raw, held, children }: Props) => (
  <Notice tone={held ? 'warn' : 'bad'} title={title}>
    <span>
      {since} <Moment at={at} raw={raw} />. {meaning}
      {aside}
    </span>
    {children}
  </Notice>
)
