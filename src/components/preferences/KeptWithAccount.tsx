import { useEffect } from 'react'
import { useTableKey } from '#api/may.ts'
import { keepWithAccount } from './keep-with-account.ts'

/** Draws nothing: what whoever is signed in sets up in this browser is theirs in every other one. */
export function KeptWithAccount() {
  const who = useTableKey('')
  // The browser's storage and the account.
  useEffect(() => keepWithAccount(who), [who])
  return null
}
