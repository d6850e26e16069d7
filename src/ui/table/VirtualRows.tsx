import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback } from 'react'
import type { TableLayout } from './state/table-layout.ts'
import classes from './table.module.css'

/** Height of a single-line row as set in the style sheet, and that of most cards on phones. */
const estimatePx = { comfortable: 39, compact: 31 }
const cardPx = 160

type Props = {
  count: number
  region: HTMLElement | null
  keyOf: (index: number) => string
  density: TableLayout['density']
  /** Index of a row that stays in the document at any scroll position because it has the focus. */
  kept: number | undefined
  rowAt: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode
}

/** A row, or a spacer for rows that are not rendered. */
type Piece = { index: number } | { roomPx: number; key: string }

/** The visible rows. Empty rows take the space of all others, so that the markup remains a valid table. */
export function VirtualRows({ count, region, keyOf, density, kept, rowAt }: Props) {
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: it is read on every render
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region,
    estimateSize: () => (innerWidth < 768 ? cardPx : estimatePx[density]),
    getItemKey: keyOf,
    overscan: 8,
    // Lets the first render include rows, before the container has been measured.
    initialRect: { width: 0, height: window.innerHeight },
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return kept === undefined || shown.includes(kept) ? shown : [...shown, kept].sort((one, other) => one - other)
      },
      [kept],
    ),
    measureElement: heightOf,
  })

  const pieces: Piece[] = []
  let [endPx, rooms] = [0, 0]
  const leaveRoom = (roomPx: number) => {
    if (roomPx > 0) pieces.push({ roomPx, key: `room ${rooms++}` })
  }
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    leaveRoom(start - endPx)
    pieces.push({ index })
    endPx = end
  }
  leaveRoom(virtualizer.getTotalSize() - endPx)
  return pieces.map((piece) =>
    'index' in piece ? (
      rowAt(piece.index, virtualizer.measureElement)
    ) : (
      <tr key={piece.key} aria-hidden className={classes.room} style={{ height: piece.roomPx }} />
    ),
  )
}

/** Height including the margin, which cards on phones have. */
const heightOf = (row: HTMLTableRowElement) =>
  row.getBoundingClientRect().height + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0)
