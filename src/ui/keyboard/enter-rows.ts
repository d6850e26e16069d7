/**
 * Moves the focus from a search field to the first link or button of the first row of the next table. Returns whether
 * there is one.
 */
export function enterRows(from: HTMLElement): boolean {
  const rows = Array.from(document.querySelectorAll<HTMLTableRowElement>('main tbody tr'))
  const first = rows.find((row) => from.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING)
  const target =
    first?.querySelector<HTMLElement>('a, button') ??
    first?.querySelector<HTMLElement>('[tabindex], input') ??
    undefined
  target?.focus()
  return target !== undefined
}
