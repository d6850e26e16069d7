import { Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { IconSearch } from './icons.ts'
import classes from './SearchField.module.css'

type Props = {
  label?: string
  value: string
  /** Called when typing pauses, and at once when the field is cleared or Enter is pressed. */
  onChange: (value: string) => void
  placeholder?: string
  onEnter?: (value: string) => void
}

const pauseMs = 50

/** Search as you type; `/` anywhere on the page comes here. */
export function SearchField({ label = 'Search', value, onChange, placeholder, onEnter }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [last, setLast] = useState(value)
  // The address changed by itself (Back, a cleared filter): show what it says now.
  if (value !== last) {
    setLast(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const report = useDebouncedCallback(onChange, { delay: pauseMs, flushOnUnmount: false })
  useHotkeys([['/', () => field.current?.focus()]])

  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder ?? label}
      value={typed}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === '' ? <Kbd aria-hidden className={classes.key}>/</Kbd> : undefined}
      rightSectionPointerEvents="none"
      className={classes.field}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        report(currentTarget.value)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return
        report.flush()
        onEnter?.(currentTarget.value)
      }}
    />
  )
}
