import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import classes from '#pages/shell/Frameless.module.css'
import { browserErrors } from '#contract/problems/browser-errors.ts'
import { useReload } from './use-reload.ts'

/** Code failed to load because of the network or a new version. */
export const Unloaded = ({ error }: { error: unknown }) => (
  <main className={classes.frameless}>
    <UnloadedNotice error={error} />
  </main>
)

/** The same as part of a page. */
export function UnloadedNotice({ error }: { error: unknown }) {
  useReload(error)
  return (
    <Missing title="The console could not be loaded">
      <span>It is loaded automatically as soon as the server responds.</span>
    </Missing>
  )
}

/** Replaces a part of a page if the code that retries loading (`NotLoaded`) cannot be loaded either. */
export const UnloadedPart = () => <Missing title={browserErrors.UNLOADED[1]} />

const Missing = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Notice tone="bad" title={title} urgent>
    {children}
    <Button variant="default" size="xs" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </Notice>
)
