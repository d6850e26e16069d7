import type { ReactNode } from 'react'
import { Moment } from '#ui/values/Moment.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  words: { title: string; since: string; meaning: string }
  /** Further information about the reason. */
  aside?: ReactNode
  at: Date | undefined
  raw: string
  /** Whether the state can be reversed, as for a certificate on hold. */
  held: boolean
  /** Action that reverses the state. */
  children?: ReactNode
}

/** Notice that a certificate is no longer valid, with the time and the meaning of the status. */
export const EndedNotice = ({ words: { title, since, meaning }, aside, at, raw, held, children }: Props) => (
  <Notice tone={held ? 'warn' : 'bad'} title={title}>
    <span>
      {since} <Moment at={at} raw={raw} />. {meaning}
      {aside}
    </span>
    {children}
  </Notice>
)
