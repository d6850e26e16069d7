import { useEffect, useId, useSyncExternalStore } from 'react'

/** Dialogs that are open, the newest last. */
let open: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]) {
  open = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether no other dialog is on top of this one: only the topmost one is left by Escape. */
export function useIsTopDialog(): boolean {
  const id = useId()
  // The stack of dialogs, which all roots of the page share.
  useEffect(() => {
    change([...open, id])
    return () => change(open.filter((one) => one !== id))
  }, [id])
  return useSyncExternalStore(subscribe, () => open.at(-1) === id)
}
