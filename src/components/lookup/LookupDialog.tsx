/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML element has two-line options (ARIA practices, combobox) */
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconSearch } from '#ui/theme/icons.ts'
import classes from './LookupDialog.module.css'

export type LookupItem = { id: string; title: string; detail: string; to: string }
export type LookupAnswer = {
  groups: readonly (readonly [name: string, items: readonly LookupItem[]])[]
  /** Search text for which the results are complete; undefined while some are loading. */
  answered: string | undefined
  /** Number of results; announced when it changes. */
  status: string
  /** Notes below the results. */
  notes?: readonly string[]
}
type Props = LookupAnswer & {
  label: string
  placeholder: string
  onText: (text: string) => void
  onOpen: (item: LookupItem) => void
  onClose: () => void
  /** Notices about sources that could not be searched, above the results. */
  children?: ReactNode
}

const pauseMs = 50

/**
 * Search dialog: arrow keys select a result, Enter opens it, Escape closes the dialog. The browser restores the focus.
 */
export function LookupDialog({
  label,
  placeholder,
  groups,
  answered,
  status,
  onText,
  onOpen,
  onClose,
  children,
  notes,
}: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  /** Enter was pressed before the results arrived: the best one opens as soon as they are complete. */
  const eager = useRef(false)
  const report = useDebouncedCallback(onText, pauseMs)
  const items = groups.flatMap(([, some]) => some)
  const active = items.find((item) => item.id === chosen) ?? items[0]
  const isAnswered = answered === typed.trim()
  const optionId = (item: LookupItem) => `${id}-${items.indexOf(item)}`

  // The browser's modal dialog, which is above all content and contains the focus.
  useEffect(() => dialog.current?.showModal(), [])
  const open = (item: LookupItem) => {
    dialog.current?.close()
    onOpen(item)
  }
  // Navigates once the results that Enter waits for are complete.
  useEffect(() => {
    if (!eager.current || !isAnswered) return
    eager.current = false
    if (active) open(active)
  })

  const choose = (step: number) => {
    const at = active ? items.indexOf(active) : -1
    const next = items[(at + step + items.length) % items.length]
    setChosen(next?.id)
    if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && items.length > 0) choose(step)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      report.flush()
      if (active && (isAnswered || chosen === active.id)) open(active)
      else eager.current = true
    } else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setChosen(undefined)
    eager.current = false
    if (!report.isPending()) onText(text) // immediately after a pause; the debounced call then has the same text
    report(text)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- closes on a click outside; the key for it is Escape
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          className={classes.input}
          placeholder={placeholder}
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the main content of the dialog
          autoFocus
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
        />
        <button type="button" className={classes.key} aria-label="Close (Esc)" onClick={() => dialog.current?.close()}>
          <kbd>Esc</kbd>
        </button>
      </div>
      <div className={classes.trouble}>{children}</div>
      <div id={`${id}-list`} role="listbox" aria-label={`${label}: results`} className={classes.results}>
        {groups.map(([name, some]) => (
          <div key={name} role="group" aria-label={name}>
            <div className={classes.group} aria-hidden>
              {name}
            </div>
            {some.map((item) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles the keyboard
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === active}
                className={classes.option}
                onClick={() => open(item)}
              >
                <span className={classes.title}>{item.title}</span>
                <span className={classes.detail}>{item.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <output>{status}</output>
        {notes?.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </div>
    </dialog>
  )
}
