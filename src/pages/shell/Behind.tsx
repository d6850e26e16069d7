import { useEffect } from 'react'
import { explainProblems } from '#api/explained.ts'
import { startRecovery } from '#api/recovery.ts'
import { Tips } from '#ui/feedback/Tips.tsx'
import { useRetainedFocus } from '#ui/keyboard/use-retained-focus.ts'
import { latestMs } from '#components/area/after-first-page.ts'
import { isolateText } from '#ui/values/isolated-text.ts'
import { SlowNotice } from './connectivity/SlowNotice.tsx'

// On load: text is corrected before names that need it are displayed, which may be before the first render.
isolateText()

/** Global features loaded after the first render: tooltips, focus handling, text direction, retries, slow servers. */
export function Behind() {
  useRetainedFocus()
  // Starts retrying queries, including those that have failed before.
  useEffect(() => {
    void explainProblems()
    return startRecovery()
  }, [])
  return (
    <>
      <Tips />
      <SlowNotice waitedMs={latestMs} />
    </>
  )
}
