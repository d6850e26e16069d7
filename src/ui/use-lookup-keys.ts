import { useWindowEvent } from '@mantine/hooks'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Ctrl+K or Cmd+K anywhere; `/` outside of fields, unless the page has a search of its own that took it. */
export function useLookupKeys(open: () => void) {
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const byLetter = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
    const bySlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isField(event.target)
    if (event.defaultPrevented || event.isComposing || !(byLetter || bySlash)) return
    event.preventDefault()
    open()
  })
}
