import { shortcuts } from './shortcuts.ts'

type Shortcut = { keys: readonly string[]; does: string }

/** All keyboard shortcuts with their descriptions for the help dialog. `Control` is Ctrl on every system. */
export const shortcutHelp = {
  lookUp: { keys: shortcuts.lookUp, does: 'Look up a person, device, certificate, key or page' },
  search: { keys: shortcuts.search, does: 'Go to the page search, or look up' },
  help: { keys: shortcuts.help, does: 'Show these shortcuts' },
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

/** Shortcuts grouped by where they apply. */
export const shortcutGroups: readonly { title: string; names: readonly (keyof typeof shortcutHelp)[] }[] = [
  { title: 'Everywhere', names: ['lookUp', 'search', 'help', 'leave'] },
  { title: 'In tables', names: ['cell', 'ends', 'corners', 'pages', 'open', 'sortToo', 'choose'] },
  { title: 'In tabs', names: ['tab', 'tabEnds', 'openTab'] },
  { title: 'In the lookup', names: ['result', 'openResult'] },
  { title: 'In wizards and dialogs', names: ['forward', 'cancel'] },
]
