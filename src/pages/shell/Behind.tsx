import { useEffect } from 'react'
import { explainProblems } from '#api/explained.ts'
import { startRecovery } from '#api/recovery.ts'
import { Tips } from '#ui/feedback/Tips.tsx'
import { useRetainedFocus } from '#ui/keyboard/use-retained-focus.ts'
import { useIsolatedText } from '#ui/values/isolated-text.ts'

/** Global features loaded after the first render: tooltips, focus handling, text direction, and retries. */
export function Behind() {
  useRetainedFocus()
  useIsolatedText()
  // Starts retrying queries, including those that have failed before.
  useEffect(() => {
    void explainProblems()
    return startRecovery()
  }, [])
  return <Tips />
}
