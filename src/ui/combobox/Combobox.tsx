/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML element has two-part options (ARIA practices, combobox) */
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import classes from './Combobox.module.css'

export type Option = { id: string; label: ReactNode; detail?: ReactNode }
type Props<T extends Option> = {
  label: string
  value: string
  options: readonly T[]
  /** The new text and the caret position in it. */
  onType: (text: string, caret: number) => void
  onChoose: (option: T) => void
  /** Returns whether the list stays open for a further choice; without it, the list closes after each choice. */
  goesOn?: (option: T) => boolean
  /** Called on Enter when no option is active. */
  onEnter?: () => void
  onLeave?: () => void
  onCaret?: (caret: number) => void
  /** Makes the first option active initially, so that Enter selects it without an arrow key. */
  isFirstMarked?: boolean
  hasHiddenLabel?: boolean
  placeholder?: string
  maxLength?: number
  error?: ReactNode
  leftSection?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/**
 * Text field with a list of suggestions: arrow keys move the active option, Enter selects it, Escape closes the list.
 */
export function Combobox<T extends Option>(props: Props<T>) {
  const { label, value, options, onType, onChoose, onEnter, onLeave, onCaret, goesOn, ref } = props
  const { isFirstMarked = false, hasHiddenLabel = false, placeholder, maxLength = 300, error, leftSection } = props
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [marked, setMarked] = useState<string>()
  const isShown = isOpen && options.length > 0
  const active = isShown
    ? (options.find((option) => option.id === marked) ?? (isFirstMarked ? options[0] : undefined))
    : undefined
  const optionId = (option: T) => `${id}-${options.indexOf(option)}`

  const mark = (step: number) => {
    setIsOpen(true)
    const at = active ? options.indexOf(active) : step > 0 ? -1 : 0
    const next = isShown ? options[(at + step + options.length) % options.length] : undefined
    setMarked(next?.id)
    if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const close = () => {
    setIsOpen(false)
    setMarked(undefined)
  }
  const choose = (option: T) => {
    setMarked(undefined)
    setIsOpen(goesOn?.(option) ?? false)
    onChoose(option)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) mark(step)
    else if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'Enter') {
      close()
      onEnter?.()
    } else if (event.key === 'Escape' && isShown) close()
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.combobox}>
      <TextInput
        ref={ref}
        label={hasHiddenLabel ? undefined : label}
        aria-label={hasHiddenLabel ? label : undefined}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        size="xs"
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        error={error}
        leftSection={leftSection}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ currentTarget }) => {
          setIsOpen(true)
          setMarked(undefined)
          onType(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
        }}
        onSelect={({ currentTarget }) => onCaret?.(currentTarget.selectionStart ?? currentTarget.value.length)}
        onClick={() => setIsOpen(true)}
        onBlur={() => {
          close()
          onLeave?.()
        }}
        onKeyDown={press}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={`${label}: suggestions`}
        className={classes.list}
        hidden={!isShown}
      >
        {isShown &&
          options.map((option) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles the keyboard
            <div
              key={option.id}
              id={optionId(option)}
              role="option"
              tabIndex={-1}
              aria-selected={option === active}
              className={classes.option}
              // Prevents the text field from losing the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span className={classes.label}>{option.label}</span>
              {option.detail !== undefined && <span className={classes.detail}>{option.detail}</span>}
            </div>
          ))}
      </div>
    </div>
  )
}
