import { type PointerEvent, useId } from 'react'
import { IconArrowDown, IconArrowUp, IconSelector } from '#ui/theme/icons.ts'
import type { Sort } from './column.ts'
import type { DragOrder } from './panels/drag-order.ts'
import type { Placed } from './state/placed.ts'
import classes from './table.module.css'

type Props<T> = {
  placed: Placed<T>
  sorts: readonly Sort[]
  onSort: (id: string, besides: boolean) => void
  tabIndex: number | undefined
  drag: DragOrder | undefined
  onResize: ((id: string, widthPx: number, done: boolean) => void) | undefined
}

export function HeadCell<T>({ placed, sorts, onSort, tabIndex, drag, onResize }: Props<T>) {
  const { column, pinned, priority } = placed
  const { id, header, sortable, align, note } = column
  const at = sorts.findIndex((sort) => sort.id === id)
  const sorted = sorts[at]
  return (
    <th
      scope="col"
      data-column={id}
      data-align={align}
      data-priority={priority}
      data-pinned={pinned && true}
      style={pinned}
      tabIndex={sortable ? undefined : tabIndex}
      // Only the first sort column has `aria-sort`; the others state their order in hidden text.
      aria-sort={!sortable ? undefined : at === 0 ? directionOf(sorted) : 'none'}
      {...drag?.source(id)}
      {...drag?.target(id)}
    >
      {sortable ? (
        <SortButton
          header={header}
          sorted={sorted}
          place={sorts.length > 1 && sorted ? at + 1 : undefined}
          tabIndex={tabIndex}
          onSort={(besides) => onSort(id, besides)}
        />
      ) : (
        <span className={classes.head} data-tip={note}>
          {header}
        </span>
      )}
      {onResize && <Resizer onResize={(widthPx, done) => onResize(id, widthPx, done)} />}
    </th>
  )
}

const directionOf = (sort: Sort | undefined) => (sort?.descending ? 'descending' : 'ascending')

type SortProps = {
  header: string
  sorted: Sort | undefined
  place: number | undefined
  tabIndex: number | undefined
  onSort: (besides: boolean) => void
}

function SortButton({ header, sorted, place, tabIndex, onSort }: SortProps) {
  const placeId = useId()
  const Shape = !sorted ? IconSelector : sorted.descending ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sorted !== undefined}
      tabIndex={tabIndex}
      aria-describedby={place ? placeId : undefined}
      onClick={({ shiftKey }) => onSort(shiftKey)}
    >
      <span>{header}</span>
      <Shape size={14} aria-hidden />
      {place && <small aria-hidden>{place}</small>}
      {place && (
        <span id={placeId} hidden>
          Sorted {directionOf(sorted)}, number {place}
        </span>
      )}
    </button>
  )
}

/** Resize handle for pointers. Keyboard users set the width in the column panel. */
function Resizer({ onResize }: { onResize: (widthPx: number, done: boolean) => void }) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const handle: HTMLElement = event.currentTarget
    const widthPx = handle.parentElement?.offsetWidth ?? 0
    const startPx = event.clientX
    const stop = new AbortController()
    const widthAt = ({ clientX }: globalThis.PointerEvent) => widthPx + clientX - startPx
    // Prevents dragging the column and selecting text.
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const listen = { signal: stop.signal }
    handle.addEventListener('pointermove', (move) => onResize(widthAt(move), false), listen)
    handle.addEventListener('pointercancel', () => stop.abort(), listen)
    handle.addEventListener(
      'pointerup',
      (up) => {
        stop.abort()
        onResize(widthAt(up), true)
      },
      listen,
    )
  }
  return (
    <span
      aria-hidden
      className={classes.resizer}
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={begin}
    />
  )
}
