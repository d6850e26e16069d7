import type { ReactNode } from 'react'
import { type Placed, selectColumnPx, widthsOf } from './state/placed.ts'
import classes from './table.module.css'
import { SkeletonRows, TableBody, virtualFrom } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import type { DataTableState } from './use-data-table.ts'

type Props<T> = {
  caption: string
  captionId: string
  region: HTMLElement | null
  setRegion: (region: HTMLElement | null) => void
  table: DataTableState<T>
  rowHref: ((row: T) => string) | undefined
  /** Where a server pages: how many rows come before these. */
  offset: number | undefined
  loading: boolean
  stale: boolean
  /** Below the head, where there are no rows. */
  children: ReactNode
}

/** The table itself, in the region that it scrolls in. */
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
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no landmark: it often stands in one of the same name
      role="group"
      ref={setRegion}
      className={classes.region}
      data-virtual={shownRows.length > virtualFrom || undefined}
      aria-labelledby={captionId}
      // What scrolls must be reached by keyboard; a grid is, cell by cell.
      tabIndex={grid ? undefined : 0}
      style={{ scrollPaddingInlineStart: pinnedPx(placedColumns, table, head) }}
    >
      {(waiting || stale) && (
        <span className={classes.updating} aria-hidden>
          {waiting ? 'Loading …' : 'Updating …'}
        </span>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- with keys it is a grid */}
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

/** What lies over the start of the rows that scroll: a focused cell must come out from below it. */
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
