import { useDebouncedCallback } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'

const pauseMs = 50
const max = 20

/**
 * What stands in a field, ahead of the value that follows it: it is reported when typing pauses, and comes back after
 * a while (by the address, after an answer). What comes back from here is no news: whoever has typed on meanwhile must
 * not lose a letter. What came from elsewhere (Back, a cleared filter) is shown.
 */
export function useTyped(
  value: string,
  onChange: (value: string) => void,
  /** Whether what was not reported yet is, when the field goes away. */
  { flushOnUnmount = false } = {},
) {
  const [typed, setTyped] = useState(value)
  const [last, setLast] = useState(value)
  const [reported, setReported] = useState<readonly string[]>([])
  if (value !== last) {
    setLast(value)
    const own = reported.lastIndexOf(value.trim())
    setReported(own < 0 ? [] : reported.slice(own + 1))
    if (own < 0 && value !== typed.trim()) setTyped(value)
  }
  /** What stands there now: what was typed before it was cleared or changed from elsewhere is not reported any more. */
  const now = useRef(typed)
  // The callback that waits.
  useLayoutEffect(() => {
    now.current = typed
  }, [typed])
  const report = useDebouncedCallback(
    (text: string) => {
      if (text !== now.current) return
      setReported((before) => [...before, text.trim()].slice(-max))
      onChange(text)
    },
    { delay: pauseMs, flushOnUnmount },
  )
  const type = (text: string) => {
    now.current = text
    setTyped(text)
    report(text)
  }
  return { typed, type, flush: report.flush }
}
