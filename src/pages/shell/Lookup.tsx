import { later } from '#ui/layout/later.ts'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { type LookupAnswer, LookupDialog } from '#components/lookup/LookupDialog.tsx'
import { isMac, Keys } from '#ui/keyboard/Keys.tsx'
import { ariaKeys, shortcuts } from '#ui/keyboard/shortcuts.ts'
import { useShortcut } from '#ui/keyboard/use-shortcut.ts'
import { IconSearch } from '#ui/theme/icons.ts'
import classes from './Lookup.module.css'

const LookupAnswers = later(async () => (await import('./LookupAnswers.tsx')).LookupAnswers)

/** Search over all services: a button, and the shortcuts Ctrl+K and `/`. */
export function Lookup({ onOpen }: { onOpen: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen()
    setOpen(true)
  }
  // Pages with their own search handle `/` first.
  useShortcut(['lookUp', 'search'], open)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label="Look up"
        aria-keyshortcuts={ariaKeys('lookUp', isMac)}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>Look up …</span>
        <span aria-hidden className={classes.keys}>
          <Keys keys={shortcuts.lookUp[0]} />
        </span>
      </button>
      {/* Rendered outside of the navigation drawer, which closes when the dialog opens. */}
      {isOpen && createPortal(<OpenLookup onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

const unasked: LookupAnswer = { groups: [], answered: undefined, status: '' }

function OpenLookup({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState(unasked)
  return (
    <LookupDialog
      {...answer}
      label="Look up"
      placeholder="Person, device, serial number, IP address, certificate, page …"
      onText={setText}
      onOpen={({ to }) => void navigate(to)}
      onClose={onClose}
    >
      <Suspense>
        <LookupAnswers text={text} onAnswer={setAnswer} />
      </Suspense>
    </LookupDialog>
  )
}
