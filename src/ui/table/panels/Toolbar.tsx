import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Address } from '#ui/table/address.ts'
import type { Column } from '#ui/table/column.ts'
import type { TableLayout } from '#ui/table/state/table-layout.ts'
import type { TableState } from '#ui/table/state/use-table-state.ts'
import { IconDownload } from '#ui/theme/icons.ts'
import { ColumnPanel } from './ColumnPanel.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import classes from './toolbar.module.css'
import { ViewsPanel } from './ViewsPanel.tsx'

type Props<T> = {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  state: TableState<T>
  storageKey: string | undefined
  address: Address | undefined
  measured: () => TableLayout
  /** What is chosen, or how many rows the filters leave. */
  children: ReactNode
  onExport: (() => void) | undefined
}

/** What a list offers besides its rows. Each part is there where the table can do it. */
export function Toolbar<T>(props: Props<T>) {
  const { caption, columns, rows, state, storageKey, address, measured, children, onExport } = props
  const canFilter = columns.some(({ filter }) => filter)
  return (
    <div className={classes.toolbar}>
      <div className={classes.state}>
        {children}
        <FilterChips columns={columns} filters={state.filters} onChange={state.setFilters} />
      </div>
      <div className={classes.tools}>
        {storageKey !== undefined && address && (
          <ViewsPanel
            storageKey={storageKey}
            address={address}
            shown={{ columns: state.shown.map(({ id }) => id), pinned: state.layout.pinned }}
          />
        )}
        {canFilter && <FilterPanel columns={columns} rows={rows} filters={state.filters} onChange={state.setFilters} />}
        {storageKey !== undefined && (
          <ColumnPanel
            columns={columns}
            shown={state.shown}
            layout={state.layout}
            onChange={state.setLayout}
            isLinked={state.isLinked}
            onReset={state.resetLayout}
            measured={measured}
          />
        )}
        {onExport && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            data-tip={`Export all pages of ${caption} as shown to a CSV file`}
            onClick={onExport}
          >
            Export CSV
          </Button>
        )}
      </div>
    </div>
  )
}
