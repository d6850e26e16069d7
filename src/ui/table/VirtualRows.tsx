import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback } from 'react'
import type { TableLayout } from './state/table-layout.ts'
import classes from './table.module.css'

/** What the style sheet makes of a row of one line. */
const estimatePx = { comfortable: 39, compact: 31 }

type Props = {
  count: number
  region: HTMLElement | null
  keyOf: (index: number) => string
  density: TableLayout['density']
  /** A row that stays in the document wherever one scrolls: the keyboard's place is in it. */
  kept: number | undefined
  rowAt: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode
}

/** A piece of the body: a row, or room for those that are left out. */
type Piece = { index: number } | { roomPx: number; key: string }

/** The rows in view. The room of the others is kept by empty rows, so that the table stays one table. */
export function VirtualRows({ count, region, keyOf, density, kept, rowAt }: Props) {
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized: it is asked anew in every drawing
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region,
    estimateSize: () => estimatePx[density],
    getItemKey: keyOf,
    overscan: 8,
    // Rows are there with the first drawing already, before the region has been measured.
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

/** With its margin, which the cards of a phone have. */
const heightOf = (row: HTMLTableRowElement) =>
  row.getBoundingClientRect().height + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0)
