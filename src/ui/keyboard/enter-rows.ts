/**
 * Moves the focus from a search field to the first link or button of the first row of the next table, or to its scroll
 * container if the rows have none. Returns whether there is a row.
 */
export function enterRows(from: HTMLElement): boolean {
  const rows = Array.from(document.querySelectorAll<HTMLTableRowElement>('main tbody tr'))
  const first = rows.find((row) => from.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING)
  const target =
    first?.querySelector<HTMLElement>('a, button') ??
    first?.querySelector<HTMLElement>('[tabindex], input') ??
    first?.closest<HTMLElement>('[tabindex="0"]')
  target?.focus()
  return !!target
}
