import { useEffect, useState } from 'react'

/** Where the keyboard was last. A button that waits for what it began is disabled, and has lost the focus by then. */
let lastFocused: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

/** What had the keyboard before this part appeared has it again when the part goes. */
export function useFocusBack() {
  const [before] = useState(() => lastFocused)
  // The document's focus. Mantine gives it back only when a dialog closes before it goes.
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) focusWhenPossible(before)
    },
    [before],
  )
}

function focusWhenPossible(element: HTMLElement) {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return
  const waiting = new MutationObserver(() => {
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    if (document.activeElement !== document.body) waiting.disconnect()
  })
  waiting.observe(element, { attributeFilter: ['disabled'] })
}
