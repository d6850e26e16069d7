import { useEffect, useId, useSyncExternalStore } from 'react'

/** Ids of the open dialogs, the most recently opened last. */
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

/** Whether no other dialog is open above this one. Escape closes only the topmost dialog. */
export function useIsTopDialog(): boolean {
  const id = useId()
  // Synchronizes with the module's dialog stack, which all React roots of the page share.
  useEffect(() => {
    change([...open, id])
    return () => change(open.filter((one) => one !== id))
  }, [id])
  return useSyncExternalStore(subscribe, () => open.at(-1) === id)
}
