import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

/** Zero-based position of a cell; the header is row -1. */
type At = { row: number; column: number }

type Given = {
  table: RefObject<HTMLTableElement | null>
  rows: number
  /** Filters, sort order and page as text: identifies the current set of rows. */
  view: string
  onSelect: ((row: number) => void) | undefined
}

export type Grid = ReturnType<typeof useGrid>

const head = -1
const within = (number: number, min: number, max: number) => Math.max(min, Math.min(max, number))

/**
 * Keyboard navigation of a grid (ARIA Authoring Practices): a single tab stop, arrow keys between cells. In a cell with
 * a link, button or input, that element gets the focus.
 */
export function useGrid({ table, rows, view, onSelect }: Given) {
  // Tab enters at the cell that identifies the row, not at the check box: Space selects the row from any cell.
  const [wanted, setActive] = useState<At>({ row: 0, column: onSelect ? 1 : 0 })
  const [viewed, setViewed] = useState(view)
  if (viewed !== view) {
    setViewed(view)
    // With new rows, the first one becomes active, unless the header is: sorting keeps the focus there.
    setActive({ ...wanted, row: Math.min(wanted.row, 0) })
  }
  const active = { ...wanted, row: within(wanted.row, head, rows - 1) }

  const go = (next: At) => {
    // On phones, cards are shown without a header.
    if (next.row === head && !rowElement(table.current, head)?.checkVisibility({ visibilityProperty: true })) return
    // Rendered before it gets the focus: a virtualized row may not be in the document yet.
    flushSync(() => setActive(next))
    const cell = rowElement(table.current, next.row)?.cells[next.column]
    if (!cell) return
    const target = cell.querySelector<HTMLElement>('a, button, input') ?? cell
    target.focus({ preventScroll: true })
    const show = () => cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // Rows rendered along with it can be higher than estimated.
    requestAnimationFrame(() => target === document.activeElement && show())
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const at = placeOf(event.target)
    if (!at || event.altKey || event.metaKey) return
    const columns = rowElement(table.current, at.row)?.cells.length ?? 0
    const next = moved(event, at, { rows, columns, rowsInView: rowsInView(table.current) })
    if (next) {
      event.preventDefault()
      go(next)
    } else if (event.key === ' ' && at.row > head && onSelect && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault()
      onSelect(at.row)
    } else if (event.key === 'Enter' && event.target instanceof HTMLTableCellElement) {
      rowElement(table.current, at.row)?.querySelector<HTMLElement>('[data-main] > a')?.click()
    }
  }
  const onFocus = ({ target }: FocusEvent) => {
    const at = placeOf(target)
    if (at && (at.row !== wanted.row || at.column !== wanted.column)) setActive(at)
  }
  return { active, onKeyDown, onFocus }
}

type Size = { rows: number; columns: number; rowsInView: number }

function moved({ key, ctrlKey }: KeyboardEvent, { row, column }: At, { rows, columns, rowsInView }: Size) {
  const [lastRow, lastColumn] = [rows - 1, columns - 1]
  const to: Record<string, At> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? lastRow : row, column: lastColumn },
    PageUp: { row: Math.max(row - rowsInView, Math.min(row, 0)), column },
    PageDown: { row: row + rowsInView, column },
  }
  const next = to[key]
  return next && { row: within(next.row, head, lastRow), column: within(next.column, 0, lastColumn) }
}

function placeOf(target: EventTarget): At | undefined {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null
  const row = cell?.closest('tr')?.dataset.row
  return cell && row !== undefined ? { row: Number(row), column: cell.cellIndex } : undefined
}

const rowElement = (table: HTMLTableElement | null, row: number) =>
  table?.querySelector<HTMLTableRowElement>(`tr[data-row="${row}"]`)

function rowsInView(table: HTMLTableElement | null): number {
  const region = table?.parentElement?.clientHeight ?? 0
  const rowHeight = table?.tBodies[0]?.querySelector('tr[data-row]')?.clientHeight
  return Math.max(1, Math.floor(region / (rowHeight || region || 1)) - 2)
}
