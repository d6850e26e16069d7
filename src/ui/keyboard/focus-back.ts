import { useEffect, useState } from 'react'

/** Where the keyboard was last. A button that waits for what it began is disabled, and has lost the focus by then. */
let lastFocused: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

/** Where the keyboard goes on from what went with its dialog: one dialog may follow another. */
const heirs = new WeakMap<EventTarget, EventTarget>()

/** What had the keyboard before this part appeared has it again when the part goes. */
export function useFocusBack() {
  const [before] = useState(() => lastFocused)
  // The document's focus. Mantine gives it back only when a dialog closes before it goes.
  useEffect(
    () => () => {
      if (!before) return
      if (lastFocused && lastFocused !== before) heirs.set(lastFocused, before)
      const place = isGone(before) ? heirs.get(before) : before
      if (place instanceof HTMLElement && place.isConnected) focusWhenPossible(place)
    },
    [before],
  )
}

const isGone = (target: EventTarget) => target instanceof Node && !target.isConnected

function focusWhenPossible(element: HTMLElement) {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return
  const waiting = new MutationObserver(() => {
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    if (document.activeElement !== document.body) waiting.disconnect()
  })
  waiting.observe(element, { attributeFilter: ['disabled'] })
}
