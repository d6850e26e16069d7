import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { type Icon, IconChevronDown } from '#ui/theme/icons.ts'
import classes from './Popup.module.css'

type Props = {
  /** The name of the button and of what it opens. */
  label: string
  icon: Icon
  /** How much of it is in use: "2" on the button, `inUse` for somebody who does not see it. */
  count?: number
  inUse?: string
  /** Beside what is more important. */
  quiet?: boolean
  /** What it is for, where its name may have no room. */
  tip?: string
  children: ReactNode
}

const marginPx = 8

/** A button that opens a panel on top of the page. Escape or a press beside it closes it: the browser sees to that. */
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
        data-tip={tip}
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
        // Afterwards: the browser gives the focus back only as long as what has it is there.
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children}
      </section>
    </>
  )
}
