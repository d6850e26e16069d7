import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import classes from './Frameless.module.css'

/** The code of the console did not come: the network, or a new version that took its place. */
export function Unloaded() {
  return (
    <main className={classes.frameless}>
      <Notice tone="bad" title="The console could not be loaded" urgent>
        <span>Check your network, then reload the page.</span>
        <Button variant="default" size="xs" onClick={() => window.location.reload()}>
          {' '}
          Reload{' '}
        </Button>
      </Notice>
    </main>
  )
}
