/**
 * Global shortcuts; `shortcut-help.ts` lists all others and the descriptions. `Mod` is Cmd on Apple devices and Ctrl
 * elsewhere.
 */
export const shortcuts = {
  lookUp: ['Mod+K'],
  search: ['/'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>

export type ShortcutName = keyof typeof shortcuts

/**
 * Single-character shortcuts can be triggered by accident or by speech input, so users can turn them off (WCAG 2.1.4).
 */
export const isSingleKey = (keys: string) => keys.length === 1

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether an event matches a shortcut. For `?` and `/`, Shift is ignored: whether they need it depends on the keyboard
 * layout.
 */
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

/** The shortcuts in the syntax of `aria-keyshortcuts`. */
export const ariaKeys = (name: ShortcutName, isMac: boolean) =>
  shortcuts[name].map((keys) => keys.replace('Mod', isMac ? 'Meta' : 'Control')).join(' ')
