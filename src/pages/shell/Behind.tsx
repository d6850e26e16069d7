import { useEffect } from 'react'
import { explainProblems } from '#api/explained.ts'
import { startRecovery } from '#api/recovery.ts'
import { Tips } from '#ui/feedback/Tips.tsx'
import { useKeptFocus } from '#ui/keyboard/use-kept-focus.ts'

/** Global features loaded after the first render: tooltips, focus handling, and retries. */
export function Behind() {
  useKeptFocus()
  // Starts retrying queries, including those that have failed before.
  useEffect(() => {
    void explainProblems()
    return startRecovery()
  }, [])
  return <Tips />
}
