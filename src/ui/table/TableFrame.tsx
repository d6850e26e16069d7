import type { ReactNode } from 'react'
import { type Placed, selectColumnPx, widthsOf } from './state/placed.ts'
import classes from './table.module.css'
import { SkeletonRows, TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import type { DataTableState } from './use-data-table.ts'

type Props<T> = {
  caption: string
  captionId: string
  region: HTMLElement | null
  setRegion: (region: HTMLElement | null) => void
  table: DataTableState<T>
  rowHref: ((row: T) => string) | undefined
  /** Offset of the first row, if the server pages; otherwise undefined. */
  offset: number | undefined
  loading: boolean
  stale: boolean
  /** Shown below the header of an empty table. */
  children: ReactNode
}

/** The table element within its scroll container. */
export function TableFrame<T>(props: Props<T>) {
  const { caption, captionId, region, setRegion, table, rowHref, offset, loading, stale, children } = props
  const { element, state, shownRows, selection, grid, placedColumns, arrange, matching } = table
  const widths = widthsOf(state.shown, state.layout)
  const waiting = loading && shownRows.length === 0
  const isBusy = loading || stale
  const isServer = offset !== undefined
  const head = selection ? selectColumnPx : 0
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a landmark of this name often surrounds it
      role="group"
      ref={setRegion}
      className={classes.region}
      aria-labelledby={captionId}
      // A scroll container must be focusable for the keyboard. In a grid, its cells are.
      tabIndex={grid ? undefined : 0}
      style={{ scrollPaddingInlineStart: pinnedPx(placedColumns, table, head) }}
    >
      {(waiting || stale) && (
        <span className={classes.updating} aria-hidden>
          {waiting ? 'Loading …' : 'Updating …'}
        </span>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- is a grid if it handles keys */}
      <table
        ref={element}
        className={classes.table}
        role={grid ? 'grid' : 'table'}
        aria-busy={isBusy}
        aria-rowcount={matching === undefined ? -1 : matching + 1}
        aria-multiselectable={(grid && selection && true) || undefined}
        data-stale={stale || undefined}
        data-cut={isServer}
        data-density={state.layout.density}
        data-exact={widths.minPx !== undefined}
        style={widths.minPx === undefined ? undefined : { minWidth: widths.minPx + head }}
        onKeyDown={grid?.onKeyDown}
        onFocus={grid?.onFocus}
      >
        <caption id={captionId} className={classes.hidden}>
          {caption}
        </caption>
        <colgroup>
          {selection && <col style={{ width: selectColumnPx }} />}
          {state.shown.map(({ id }, at) => (
            <col key={id} style={{ width: widths.columns[at] }} />
          ))}
        </colgroup>
        <TableHead
          columns={placedColumns}
          sorts={state.sorts}
          onSort={state.sortBy}
          arrange={arrange}
          selection={selection}
          selectAllLabel={isServer ? 'Select all on this page' : `Select all ${shownRows.length.toLocaleString('en')}`}
          isBusy={isBusy}
          stop={grid?.active.row === -1 ? grid.active.column : undefined}
          isGrid={grid !== undefined}
        />
        {waiting ? (
          <SkeletonRows columns={placedColumns} hasSelection={selection !== undefined} />
        ) : (
          <TableBody
            rows={shownRows}
            columns={placedColumns}
            rowHref={rowHref}
            offset={offset ?? 0}
            density={state.layout.density}
            region={region}
            selection={selection}
            grid={grid}
          />
        )}
      </table>
      {children}
    </div>
  )
}

/** Width of the pinned columns in pixels: scroll padding that keeps a focused cell from being hidden below them. */
function pinnedPx<T>(
  columns: readonly Placed<T>[],
  { element }: DataTableState<T>,
  headPx: number,
): number | undefined {
  const last = columns.findLast(({ pinned }) => pinned)
  if (!last?.pinned) return undefined
  const start = Number(last.pinned.insetInlineStart ?? headPx)
  return start + (element.current?.querySelector<HTMLElement>('th[data-pinned]')?.offsetWidth ?? 0)
}
