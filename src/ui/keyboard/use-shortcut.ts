import { useEffectEvent, useLayoutEffect } from 'react'
import { isPressed, isSingleKey, type ShortcutName, shortcuts } from './shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'

/**
 * Does something when a shortcut is pressed, wherever the keyboard is; of a single character not while somebody types,
 * nor over a dialog. What the `document` hears, the `window` hears last: a page comes before the frame around it.
 */
export function useShortcut(names: readonly ShortcutName[], act: () => void, place: 'document' | 'window' = 'window') {
  const [singleKeys] = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const keys = names.flatMap((name): readonly string[] => shortcuts[name]).find((one) => isPressed(one, event))
    if (keys === undefined) return
    if (isSingleKey(keys) && (!singleKeys || isTyping(event.target) || isDialogOpen())) return
    event.preventDefault()
    act()
  })
  // The keyboard, from the moment on at which the page is seen: other effects may run well after that.
  useLayoutEffect(() => {
    const target: EventTarget = place === 'document' ? document : window
    const listen = (event: Event) => event instanceof KeyboardEvent && press(event)
    target.addEventListener('keydown', listen)
    return () => target.removeEventListener('keydown', listen)
  }, [place])
}

/** A box to tick takes no letters: a grid begins with one. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select'
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))

const isDialogOpen = () => document.querySelector('dialog[open], [aria-modal="true"]') !== null
