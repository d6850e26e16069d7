import { useEffect } from 'react'
import { useTableKey } from '#api/may.ts'
import { keepWithAccount } from './keep-with-account.ts'

/** Synchronizes settings and drafts of the signed-in user with the account. Renders nothing. */
export function KeptWithAccount() {
  const who = useTableKey('')
  // The browser's storage and the account.
  useEffect(() => keepWithAccount(who), [who])
  return null
}
