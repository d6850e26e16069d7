import { useEffect } from 'react'
import { useTableKey } from '#api/may.ts'
import { keepOpened } from './recently-opened.ts'

/** Adds a page to those that the search offers as recently opened, once its title is known. */
export function useOpened(kind: string, title: string | undefined, to: string) {
  const who = useTableKey('recent')
  // The browser's storage.
  useEffect(() => {
    if (title) keepOpened(who, to, { kind, title })
  }, [who, kind, title, to])
}
