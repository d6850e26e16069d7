import { Fragment } from 'react'

/** A path, an address or a name made of parts: where a line is too short for it, it breaks between them and not in a word. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[/?&._])|(?=@|:\d)/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the same part may stand twice
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
