import { ActionIcon, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import type { Column } from '#ui/table/column.ts'
import type { RowSource } from '#ui/table/further.ts'
import { FurtherChoice } from '#ui/table/further-columns.ts'
import {
  densities,
  narrowestPx,
  type TableLayout,
  widestPx,
  withColumn,
  withMoved,
  withPinned,
  withWidth,
} from '#ui/table/state/table-layout.ts'
import { type Icon, IconChevronDown, IconChevronUp, IconGripVertical, IconPin } from '#ui/theme/icons.ts'
import { type DragOrder, useDragOrder } from './drag-order.ts'
import classes from './panels.module.css'

type Props<T> = {
  columns: readonly Column<T>[]
  csv: RowSource | undefined
  shown: readonly Column<T>[]
  layout: TableLayout
  /** Receives the new layout. Widths not set by the user are the measured ones. */
  onChange: (layout: TableLayout) => void
  /** Whether the columns come from the URL instead of the user's settings. */
  isLinked: boolean
  onReset: () => void
  measured: () => TableLayout
}

/** Settings for columns (visibility, order, width, pinning) and for the row height. */
export function ColumnPanel<T>({ columns, csv, shown, layout, onChange, isLinked, onReset, measured }: Props<T>) {
  const rest = columns.filter((column) => !shown.includes(column))
  const drag = useDragOrder((id, to) => onChange(withMoved(columns, layout, id, to)))
  return (
    <Stack gap="sm">
      <ol className={classes.columns}>
        {shown.map((column, at) => (
          <ColumnItem
            key={column.id}
            column={column}
            layout={layout}
            isMain={column === columns[0]}
            drag={drag}
            before={shown[at - 1]?.id}
            after={shown[at + 1]?.id}
            onShow={(show) => onChange(withColumn(columns, layout, column.id, show))}
            onMove={(to) => onChange(withMoved(columns, layout, column.id, to))}
            onPin={(pin) => onChange(withPinned(pin ? measured() : layout, column.id, pin))}
            onWidth={(widthPx) => onChange(withWidth(measured(), column.id, widthPx))}
          />
        ))}
      </ol>
      <Suspense>
        <FurtherChoice
          {...{ csv, columns }}
          onAdd={(id) => onChange({ ...layout, columns: [...shown.map((one) => one.id), id] })}
        />
      </Suspense>
      {rest.length > 0 && (
        <fieldset className={classes.group}>
          <legend>Not shown</legend>
          <div className={classes.choices}>
            {rest.map(({ id, header }) => (
              <Checkbox
                key={id}
                size="xs"
                label={header}
                checked={false}
                onChange={() => onChange(withColumn(columns, layout, id, true))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <FilterTabs
        label="Row height"
        value={layout.density}
        options={densities.map((value) => ({ value, label: densityLabels[value] }))}
        onChange={(density) => onChange({ ...layout, density })}
      />
      <Button variant="default" size="xs" onClick={onReset}>
        {isLinked ? 'Restore my columns' : 'Reset columns'}
      </Button>
    </Stack>
  )
}

const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' }

type ItemProps<T> = {
  column: Column<T>
  layout: TableLayout
  /** The column that identifies the row cannot be hidden. */
  isMain: boolean
  drag: DragOrder
  before: string | undefined
  after: string | undefined
  onShow: (show: boolean) => void
  onMove: (to: string) => void
  onPin: (pin: boolean) => void
  onWidth: (widthPx: number) => void
}

function ColumnItem<T>(props: ItemProps<T>) {
  const { column, layout, isMain, drag, before, after, onShow, onMove, onPin, onWidth } = props
  const { id, header } = column
  const isPinned = layout.pinned.includes(id)
  return (
    <li className={classes.column} {...drag.target(id)}>
      <span className={classes.grip} {...drag.source(id)}>
        <IconGripVertical size={16} aria-hidden />
      </span>
      <Checkbox
        size="xs"
        label={header}
        checked
        disabled={isMain}
        data-tip={isMain ? 'This column identifies the row' : undefined}
        onChange={() => onShow(false)}
      />
      <TextInput
        key={layout.widths[id] ?? ''}
        size="xs"
        type="number"
        min={narrowestPx}
        max={widestPx}
        step={10}
        placeholder="Auto"
        className={classes.wide}
        aria-label={`Width of ${header} in pixels`}
        defaultValue={layout.widths[id] ?? ''}
        onBlur={({ currentTarget: { value } }) => {
          if (value !== '' && Number(value) !== layout.widths[id]) onWidth(Number(value))
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <div className={classes.buttons}>
        <Small
          className={classes.wide}
          icon={IconPin}
          label={`Pin ${header}`}
          pressed={isPinned}
          onClick={() => onPin(!isPinned)}
        />
        <Small icon={IconChevronUp} label={`Move ${header} up`} onClick={before ? () => onMove(before) : undefined} />
        <Small icon={IconChevronDown} label={`Move ${header} down`} onClick={after ? () => onMove(after) : undefined} />
      </div>
    </li>
  )
}

type SmallProps = {
  icon: Icon
  label: string
  className?: string
  pressed?: boolean
  onClick: (() => void) | undefined
}

function Small({ icon: Shape, label, className, pressed, onClick }: SmallProps) {
  return (
    <ActionIcon
      variant={pressed ? 'light' : 'subtle'}
      color={pressed ? undefined : 'gray'}
      size="sm"
      className={className}
      aria-label={label}
      aria-pressed={pressed}
      data-tip={label}
      // Not `disabled`, so that the button keeps the focus after moving its column to the end.
      aria-disabled={onClick === undefined}
      onClick={onClick}
    >
      <Shape size={14} aria-hidden />
    </ActionIcon>
  )
}
