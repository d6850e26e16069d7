import { useDebouncedCallback } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'

const pauseMs = 50
const max = 20

/**
 * Local text of a field whose value is applied with a delay: `onChange` is called when typing pauses, and the new
 * `value` arrives later (through the URL, after a response). A value that this field has reported itself does not
 * replace the text, so that no letter typed since is lost; a value changed elsewhere (Back, a cleared filter) does.
 */
export function useTyped(
  value: string,
  onChange: (value: string) => void,
  /** `flushOnUnmount`: report pending text when the field unmounts. */
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
  /** The current text. Pending reports of an earlier text, since cleared or replaced from outside, are dropped. */
  const now = useRef(typed)
  // Read by the debounced callback.
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
