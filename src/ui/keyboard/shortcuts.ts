/**
 * Every shortcut of the console, in one table: the help is drawn from it, and who listens for a key of the whole page
 * takes it from here. `Mod` is Cmd on a Mac and Ctrl elsewhere; `Control` is Ctrl everywhere.
 */
type Shortcut = { keys: readonly string[]; does: string }

export const shortcuts = {
  lookUp: { keys: ['Mod+K'], does: 'Look up a person, device, certificate, key or page' },
  search: { keys: ['/'], does: 'Go to the page search, or look up' },
  help: { keys: ['?'], does: 'Show these shortcuts' },
  leave: { keys: ['Escape'], does: 'Close the dialog, menu or tooltip' },
  cell: {
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    does: 'Move between cells, or between links in simple tables',
  },
  ends: { keys: ['Home', 'End'], does: 'To the first or last cell of the row' },
  corners: { keys: ['Control+Home', 'Control+End'], does: 'To the first or last row' },
  pages: { keys: ['PageUp', 'PageDown'], does: 'Move one screen up or down' },
  open: { keys: ['Enter'], does: 'Open the row, or sort by the column heading' },
  sortToo: { keys: ['Shift+Enter'], does: 'Add the column heading to the sort order' },
  choose: { keys: ['Space'], does: 'Select the row' },
  tab: { keys: ['ArrowLeft', 'ArrowRight'], does: 'To the next tab' },
  tabEnds: { keys: ['Home', 'End'], does: 'To the first or last tab' },
  openTab: { keys: ['Enter'], does: 'Open the tab' },
  result: { keys: ['ArrowUp', 'ArrowDown'], does: 'To the next result' },
  openResult: { keys: ['Enter'], does: 'Open the result' },
  forward: { keys: ['Enter'], does: 'Next step, or the main button' },
  cancel: { keys: ['Escape'], does: 'Close the dialog without sending' },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** Where each is of use. */
export const shortcutGroups: readonly { title: string; names: readonly ShortcutName[] }[] = [
  { title: 'Everywhere', names: ['lookUp', 'search', 'help', 'leave'] },
  { title: 'In tables', names: ['cell', 'ends', 'corners', 'pages', 'open', 'sortToo', 'choose'] },
  { title: 'In tabs', names: ['tab', 'tabEnds', 'openTab'] },
  { title: 'In the lookup', names: ['result', 'openResult'] },
  { title: 'In wizards and dialogs', names: ['forward', 'cancel'] },
]

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
  shortcuts[name].keys.map((keys) => keys.replace('Mod', isMac ? 'Meta' : 'Control')).join(' ')
