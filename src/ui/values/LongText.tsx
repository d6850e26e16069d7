import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './LongText.module.css'

const longest = 300

/** Text of arbitrary length from a server: truncated to four lines, with a button that shows all of it. */
export function LongText({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  if (text.length <= longest) return text
  return (
    <>
      <span className={all ? undefined : classes.cut}>{text}</span>
      <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)} data-screen-only>
        {all ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
      </Button>
    </>
  )
}
