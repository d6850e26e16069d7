import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

/** A cell, counted from 0; the head is row -1. */
type At = { row: number; column: number }

type Given = {
  table: RefObject<HTMLTableElement | null>
  rows: number
  /** Which rows these are and in what order, as a text: the filters, the order, the page. */
  view: string
  onSelect: ((row: number) => void) | undefined
}

export type Grid = ReturnType<typeof useGrid>

const head = -1
const within = (number: number, min: number, max: number) => Math.max(min, Math.min(max, number))

/**
 * The keys of a grid (ARIA authoring practices): one stop for Tab, arrows from cell to cell. A cell with something to
 * press in it hands the focus on to that.
 */
export function useGrid({ table, rows, view, onSelect }: Given) {
  // Tab comes to what the row is about, not to the box that selects it: Space does that from anywhere in the row.
  const [wanted, setActive] = useState<At>({ row: 0, column: onSelect ? 1 : 0 })
  const [viewed, setViewed] = useState(view)
  if (viewed !== view) {
    setViewed(view)
    // Of other rows one begins with the first; whoever sorts from the head stays there.
    setActive({ ...wanted, row: Math.min(wanted.row, 0) })
  }
  const active = { ...wanted, row: within(wanted.row, head, rows - 1) }

  const go = (next: At) => {
    // A phone shows cards, without a head.
    if (next.row === head && !rowElement(table.current, head)?.checkVisibility({ visibilityProperty: true })) return
    // Drawn before it is focused: the row may not have been in the document.
    flushSync(() => setActive(next))
    const cell = rowElement(table.current, next.row)?.cells[next.column]
    if (!cell) return
    const target = cell.querySelector<HTMLElement>('a, button, input') ?? cell
    target.focus({ preventScroll: true })
    const show = () => cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // Rows that came into view with it may be higher than they were thought to be.
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
