import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useTyped } from '#ui/form/use-typed.ts'
import type { Column, Filters } from '#ui/table/column.ts'
import { choicesOf, withFilter } from '#ui/table/state/column-filter.ts'
import classes from './panels.module.css'

type Props<T> = {
  columns: readonly Column<T>[]
  rows: readonly T[]
  filters: Filters
  onChange: (edit: (filters: Filters) => Filters) => void
}

/** Filters by column. */
export function FilterPanel<T>({ columns, rows, filters, onChange }: Props<T>) {
  const count = Object.keys(filters).length
  return (
    <Stack gap="sm">
      {columns
        .filter(({ filter }) => filter)
        .map((column) => (
          <FilterField
            key={column.id}
            column={column}
            rows={rows}
            wanted={filters[column.id] ?? []}
            onChange={(wanted) => onChange((now) => withFilter(now, column.id, wanted))}
          />
        ))}
      {columns.map(
        ({ id, header, note }) =>
          note && (
            <Text key={id} size="xs" c="dimmed">
              {header}: {note}
            </Text>
          ),
      )}
      <Button variant="default" size="xs" disabled={count === 0} onClick={() => onChange(() => ({}))}>
        Clear all filters
      </Button>
    </Stack>
  )
}

type FieldProps<T> = {
  column: Column<T>
  rows: readonly T[]
  wanted: readonly string[]
  onChange: (wanted: readonly string[]) => void
}

function FilterField<T>({ column, rows, wanted, onChange }: FieldProps<T>) {
  const { header, kind } = column
  if (kind === 'choice') {
    return (
      <fieldset className={classes.group}>
        <legend>{header}</legend>
        <div className={classes.choices}>
          {choicesOf(column, rows).map(({ value, label }) => (
            <Checkbox
              key={value}
              size="xs"
              label={label}
              checked={wanted.includes(value)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...wanted, value] : wanted.filter((other) => other !== value))
              }
            />
          ))}
        </div>
      </fieldset>
    )
  }
  const [first = '', last = ''] = wanted
  if (kind !== 'number' && kind !== 'date') {
    return <Typed label={`${header} contains`} value={first} type="text" onChange={(text) => onChange([text])} />
  }
  return (
    <div className={classes.range}>
      <Typed label={`${header} from`} value={first} type={kind} onChange={(from) => onChange([from, last])} />
      <Typed label={`${header} to`} value={last} type={kind} onChange={(to) => onChange([first, to])} />
    </div>
  )
}

type TypedProps = { label: string; value: string; type: 'text' | 'number' | 'date'; onChange: (text: string) => void }

/** Text input that reports its value when typing pauses. */
function Typed({ label, value, type, onChange }: TypedProps) {
  const { typed, type: say } = useTyped(value, onChange, { flushOnUnmount: true })
  return (
    <TextInput
      size="xs"
      label={label}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      value={typed}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => say(currentTarget.value)}
    />
  )
}
