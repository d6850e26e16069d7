import { useEffectEvent, useLayoutEffect } from 'react'
import { isPressed, isSingleKey, type ShortcutName, shortcuts } from './shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'

/**
 * Calls `act` when a shortcut is pressed, whatever has the focus. Single-character shortcuts are ignored while typing
 * and while a dialog is open. Handlers on `document` run before those on `window`, so that a page takes precedence over
 * the application shell.
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
  // Keyboard events. A layout effect, because other effects can run well after the page is visible.
  useLayoutEffect(() => {
    const target: EventTarget = place === 'document' ? document : window
    const listen = (event: Event) => event instanceof KeyboardEvent && press(event)
    target.addEventListener('keydown', listen)
    return () => target.removeEventListener('keydown', listen)
  }, [place])
}

/** Elements that take text input. Check boxes do not: the first cell of a grid is one. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select'
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))

const isDialogOpen = () => document.querySelector('dialog[open], [aria-modal="true"]') !== null
