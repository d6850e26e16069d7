import { useRef } from 'react'
import { enterRows } from '#ui/keyboard/enter-rows.ts'
import { shortcuts } from '#ui/keyboard/shortcuts.ts'
import { useSingleKeys } from '#ui/keyboard/single-keys.ts'
import { useShortcut } from '#ui/keyboard/use-shortcut.ts'
import { IconSearch } from '#ui/theme/icons.ts'
import compact from './compact/compact.module.css'
import classes from './SearchField.module.css'
import { useTyped } from './use-typed.ts'

type Props = {
  label?: string
  value: string
  /** Called when typing pauses, and immediately on Enter or when the field is cleared. */
  onChange: (value: string) => void
  placeholder?: string
  onEnter?: (value: string) => void
}

/**
 * Search field. `/` focuses it from anywhere on the page; Arrow Down, or Enter on an unchanged text, focuses the first
 * row.
 */
export function SearchField({ label = 'Search', value, onChange, placeholder, onEnter }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, flush } = useTyped(value, onChange)
  useShortcut(['search'], () => field.current?.focus(), 'document')
  const [singleKeys] = useSingleKeys()
  const key = singleKeys ? shortcuts.search[0] : undefined

  return (
    <div className={`${compact.box} ${classes.field}`} data-field>
      <span className={compact.start}>
        <IconSearch size={16} aria-hidden />
      </span>
      <input
        ref={field}
        type="search"
        className={compact.control}
        aria-label={label}
        aria-keyshortcuts={key}
        placeholder={placeholder ?? label}
        value={typed}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, currentTarget } = event
          if (key === 'ArrowDown' && enterRows(currentTarget)) event.preventDefault()
          if (key !== 'Enter') return
          event.preventDefault() // prevents submission of a surrounding form
          flush()
          onEnter?.(currentTarget.value)
          if (currentTarget.value.trim() === value.trim()) enterRows(currentTarget)
        }}
      />
      {key && typed === '' && (
        <span className={compact.end}>
          <kbd aria-hidden className={classes.key}>
            {key}
          </kbd>
        </span>
      )}
    </div>
  )
}
