import { Fragment } from 'react'
import { longerThanUsual } from '#ui/table/column.ts'
import classes from '#ui/table/table.module.css'

/**
 * Text with break opportunities between the parts of a path, address or dotted name, so that it does not break in a
 * word. In a cell, its height is limited as for other long text.
 */
export const Breakable = ({ text }: { text: string }) => (
  <span className={text.length > longerThanUsual ? classes.long : undefined}>
    {text.split(/(?<=[/?&._])|(?=@|:\d)/).map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the same part can occur twice
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
