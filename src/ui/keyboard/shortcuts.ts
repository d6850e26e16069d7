/**
 * What one may press anywhere; `shortcut-help.ts` has the rest, and what each does. `Mod` is Cmd on a Mac and Ctrl
 * elsewhere.
 */
export const shortcuts = {
  lookUp: ['Mod+K'],
  search: ['/'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>

export type ShortcutName = keyof typeof shortcuts

/** A character alone: what somebody may press, or say, by mistake, and can turn off (WCAG 2.1.4). */
export const isSingleKey = (keys: string) => keys.length === 1

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether these keys were pressed. Which of them makes a `?` or a `/` is up to the keyboard: Shift says nothing there. */
export function isPressed(keys: string, { key, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  if (isSingleKey(keys)) return key === keys && !ctrlKey && !metaKey && !altKey
  const [main = '', ...modifiers] = keys.split('+').toReversed()
  const mod = modifiers.includes('Mod')
  return (
    key.toLowerCase() === main.toLowerCase() &&
    (mod ? ctrlKey !== metaKey : !metaKey && ctrlKey === modifiers.includes('Control')) &&
    shiftKey === modifiers.includes('Shift') &&
    !altKey
  )
}

/** As assistive technology is told (`aria-keyshortcuts`). */
export const ariaKeys = (name: ShortcutName, isMac: boolean) =>
  shortcuts[name].map((keys) => keys.replace('Mod', isMac ? 'Meta' : 'Control')).join(' ')
