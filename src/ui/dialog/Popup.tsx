import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { type Icon, IconChevronDown } from '#ui/theme/icons.ts'
import classes from './Popup.module.css'

type Props = {
  /** Label of the button and accessible name of the panel. */
  label: string
  icon: Icon
  /** Number of active settings, shown as a badge on the button; `inUse` states it for assistive technology. */
  count?: number
  inUse?: string
  /** Uses a less prominent button style. */
  quiet?: boolean
  /** Tooltip, needed where the label can be hidden for lack of space. */
  tip?: string
  children: ReactNode
}

const marginPx = 8

/** Button that opens a popover panel. The browser closes it on Escape or on a click outside. */
export function Popup({ label, icon: Shape, count = 0, inUse, quiet = false, tip, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const place = ({ currentTarget: panel, newState }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open') return
    setOpen(true)
    const at = button.current?.getBoundingClientRect()
    if (!at) return
    panel.style.setProperty('--popup-top', `${Math.min(at.bottom + 4, window.innerHeight / 2)}px`)
    panel.style.setProperty('--popup-end', `${Math.max(marginPx, document.documentElement.clientWidth - at.right)}px`)
  }
  return (
    <>
      <Button
        ref={button}
        variant={quiet ? 'subtle' : 'default'}
        size="xs"
        popoverTarget={id}
        aria-label={tip && label}
        data-iconic={tip && true}
        data-tip={open ? undefined : tip}
        aria-expanded={open}
        aria-description={count > 0 ? inUse : undefined}
        leftSection={<Shape size={15} aria-hidden />}
        rightSection={<IconChevronDown size={13} aria-hidden />}
      >
        {label}
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {count}
          </span>
        )}
      </Button>
      <section
        id={id}
        popover="auto"
        className={classes.panel}
        aria-label={label}
        onBeforeToggle={place}
        // Unmount the content after closing: the browser restores the focus only while the focused element is in the
        // document.
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children}
      </section>
    </>
  )
}
