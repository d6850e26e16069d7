import { useEffect, useState } from 'react'

/**
 * The last focused element, which `activeElement` cannot provide: a button that is disabled while pending has lost the
 * focus.
 */
let lastFocused: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

/**
 * Maps an element that was removed with its dialog to the element focused before that dialog: dialogs can follow each
 * other.
 */
const heirs = new WeakMap<EventTarget, EventTarget>()

/** Restores the focus, on unmount, to the element that had it before this component mounted. */
export function useFocusBack() {
  const [before] = useState(() => lastFocused)
  // The document's focus. Mantine restores it only if a dialog closes before it unmounts.
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
