import { Fragment } from 'react'
import { held } from '#ui/table/held.ts'

/**
 * Text with break opportunities between the parts of a path, address or dotted name, so that it does not break in a
 * word.
 */
export const Breakable = ({ text }: { text: string }) =>
  held(
    text.split(/(?<=[/?&._])|(?=@|:\d)/).map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the same part can occur twice
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    )),
    text,
  )
