import { useOs } from '@mantine/hooks'
import { Fragment } from 'react'
import classes from './Keys.module.css'

/** Words where the fonts of the console have no sign. */
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

/** A Mac has Cmd where others have Ctrl. */
export const useIsMac = () => ['macos', 'ios'].includes(useOs({ getValueInEffect: false }))

/** Keys that are pressed together, as they stand on the keyboard. */
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
