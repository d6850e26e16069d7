import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import classes from '#pages/shell/Frameless.module.css'
import { useReload } from './use-reload.ts'

/** The code of the console did not come: the network, or a new version that took its place. */
export function Unloaded({ error }: { error: unknown }) {
  useReload(error)
  return (
    <main className={classes.frameless}>
      <Notice tone="bad" title="The console could not be loaded" urgent>
        <span>It is loaded automatically as soon as the server responds.</span>
        <Button variant="default" size="xs" onClick={() => window.location.reload()}>
          {' '}
          Reload{' '}
        </Button>
      </Notice>
    </main>
  )
}
