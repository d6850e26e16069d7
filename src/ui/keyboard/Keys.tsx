import { Fragment } from 'react'
import classes from './Keys.module.css'

/** Names of keys for which the console's fonts have no symbol. */
const names: Record<string, string> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  PageUp: 'Page up',
  PageDown: 'Page down',
}

/** Whether the Mod key is Cmd (Apple devices) instead of Ctrl. */
export const isMac = /Macintosh|iPhone|iPad|iPod/.test(navigator.userAgent)

/** A key combination such as `Mod+K`, one `kbd` element per key. */
export function Keys({ keys }: { keys: string }) {
  const mod = isMac ? '⌘' : 'Ctrl'
  return keys.split('+').map((key, at) => (
    <Fragment key={key}>
      {at > 0 && ' '}
      <kbd className={classes.key}>{key === 'Mod' ? mod : (names[key] ?? key)}</kbd>
    </Fragment>
  ))
}
