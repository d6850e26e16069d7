import { useOs } from '@mantine/hooks'
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
export const useIsMac = () => ['macos', 'ios'].includes(useOs({ getValueInEffect: false }))

/** A key combination such as `Mod+K`, one `kbd` element per key. */
export function Keys({ keys }: { keys: string }) {
  const isMac = useIsMac()
  const mod = isMac ? '⌘' : 'Ctrl'
  return keys.split('+').map((key, at) => (
    <Fragment key={key}>
      {at > 0 && ' '}
      <kbd className={classes.key}>{key === 'Mod' ? mod : (names[key] ?? key)}</kbd>
    </Fragment>
  ))
}
