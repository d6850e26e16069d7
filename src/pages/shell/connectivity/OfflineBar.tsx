import { useOffline } from '#api/offline.ts'
import { refetchFailed } from '#api/session.ts'
import { consoleUnreachable, useErrorRegistry } from '#ui/feedback/error-registry.ts'
import { IconAlertTriangle } from '#ui/theme/icons.ts'
import classes from './OfflineBar.module.css'

const words = {
  browser: 'Offline: this browser has no network.',
  console: 'Offline: the console cannot be reached.',
}

/** A single notice while the console is unreachable; loaded content stays visible. */
export function OfflineBar() {
  const offline = useOffline()
  return (
    // Always rendered, so that screen readers announce changes of this live region.
    <output className={classes.place}>{offline && <Offline>{words[offline]}</Offline>}</output>
  )
}

function Offline({ children }: { children: string }) {
  useErrorRegistry(consoleUnreachable, { retry: () => void refetchFailed(), before: true })
  return (
    <span className={classes.bar} data-tone="warn">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{children} Data on this page may be out of date and is loaded again automatically.</span>
    </span>
  )
}
