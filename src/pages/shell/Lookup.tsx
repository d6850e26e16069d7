import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { LookupDialog } from '#components/lookup/LookupDialog.tsx'
import { Keys, useIsMac } from '#ui/keyboard/Keys.tsx'
import { ariaKeys, shortcuts } from '#ui/keyboard/shortcuts.ts'
import { useShortcut } from '#ui/keyboard/use-shortcut.ts'
import { IconSearch } from '#ui/theme/icons.ts'
import { leastCharacters } from './lookup-match.ts'
import classes from './Lookup.module.css'
import { useLookup } from './use-lookup.ts'

/** One search over everything: a button for the mouse, Ctrl+K and `/` for the keyboard. */
export function Lookup({ onOpen }: { onOpen: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen()
    setOpen(true)
  }
  const isMac = useIsMac()
  // A page that has a search of its own hears of `/` first.
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
          <Keys keys={shortcuts.lookUp.keys[0]} />
        </span>
      </button>
      {/* Not inside of the drawer: it is hidden as soon as something else opens. */}
      {isOpen && createPortal(<LookupResults onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function LookupResults({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { groups, asking, failed, notAllowed } = useLookup(text)
  const count = groups.reduce((sum, [, items]) => sum + items.length, 0)
  return (
    <LookupDialog
      label="Look up"
      placeholder="Person, device, serial number, IP address, certificate, page …"
      groups={groups}
      answered={asking ? undefined : text.trim()}
      status={statusOf(text.trim(), asking, count)}
      onText={setText}
      onOpen={({ to }) => void navigate(to)}
      onClose={onClose}
    >
      {failed.map(({ what, why }) => (
        <span key={what} role="alert">
          {what} could not be searched: {why}
        </span>
      ))}
      {notAllowed.length > 0 && <span>Your account may not search: {notAllowed.join(', ')}.</span>}
    </LookupDialog>
  )
}

function statusOf(text: string, asking: boolean, count: number) {
  if (text === '') return 'By name, email, serial number, IMEI, UDID, IP or MAC address, asset tag, host or key name.'
  if (text.length < leastCharacters) return `Enter at least ${leastCharacters} characters to search more than pages.`
  if (asking) return 'Searching …'
  return count === 0 ? `No results for “${text}”.` : `${count} found`
}
