import { useMemo } from 'react'
import { isDeviceCode } from '#contract/codes/coded-fields.ts'
import { labelOf } from '#contract/words/label.ts'
import { shown } from '#components/devices/field-value.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Text, Title } from '#ui/layout/layout.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import classes from './FieldTable.module.css'
import { FieldValue } from './FieldValue.tsx'
import type { Bag, FieldTable as Table } from './record-fields.ts'

/** A list of objects as a table: one row per object, one column per field that occurs. */
export function FieldTable({ table: { label, note, path, fields, rows } }: { table: Table }) {
  const columns = useMemo(() => columnsFor(path, fields), [path, fields])
  return (
    <section>
      <Title order={3} size="sm" mb={6} data-tip={path}>
        {label}{' '}
        <Text span size="xs" c="dimmed">
          {[rows.length.toLocaleString('en'), note].filter(Boolean).join(', ')}
        </Text>
      </Title>
      <DataTable
        caption={label}
        rows={rows}
        columns={columns}
        rowId={(row) => String(rows.indexOf(row))}
        empty={undefined}
      />
    </section>
  )
}

const columnsFor = (path: string, fields: Table['fields']) =>
  Object.entries(fields).map(([name, field]): Column<Bag> => ({
    id: name,
    header: labelOf(name),
    width: field.kind === 'id' ? 175 : 150,
    sortable: true,
    value: (row) => textOf(row[name]),
    cell: (row) => (
      <span className={classes.cell}>
        <FieldValue
          label={labelOf(name)}
          shown={shown(codeAt(path, name), field, row[name], row.command_name ?? row.name)}
        />
      </span>
    ),
  }))

/** A code of the rows of a list, such as `profiles.status`, or else the field of that name in the record. */
const codeAt = (path: string, name: string) => (isDeviceCode(`${path}.${name}`) ? `${path}.${name}` : name)
