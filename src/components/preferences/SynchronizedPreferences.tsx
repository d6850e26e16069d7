import { useEffect } from 'react'
import { useTableKey } from '#api/may.ts'
import { synchronizePreferences } from './synchronize-preferences.ts'

/** Synchronizes settings and drafts of the signed-in user with the account. Renders nothing. */
export function SynchronizedPreferences() {
  const who = useTableKey('')
  // The browser's storage and the account.
  useEffect(() => synchronizePreferences(who), [who])
  return null
}
