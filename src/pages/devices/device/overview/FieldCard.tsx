import type { ReactNode } from 'react'
import { FieldTable } from '#pages/devices/device/FieldTable.tsx'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import type { FieldCard as Card, FieldItem } from '#pages/devices/device/record-fields.ts'
import { type DisplayedValue, shown } from '#components/devices/field-value.ts'
import { counted } from '#contract/words/counted.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Text, Title } from '#ui/layout/layout.ts'
import { type Property, Properties } from '#ui/values/Properties.tsx'
import classes from './FieldCard.module.css'

type Props = {
  card: Card
  /** Command of the record's `status_code`. */
  command: string | undefined
  /** Values derived from several fields, shown first. */
  before: Property[]
  /** Closed until it is opened, for small screens. */
  isFolded: boolean
}

/** A group of fields: single values in a card, lists as tables below it. */
export function FieldCard({ card: { id, title, items, tables }, command, before, isFolded }: Props) {
  const properties = [...before, ...items.map((item) => propertyOf(item, command))]
  const heading = (
    <Title order={2} size="md">
      {title}
    </Title>
  )
  const group = (
    <div id={id} className={classes.group}>
      {properties.length > 0 ? <Properties {...(!isFolded && { title })} items={properties} /> : !isFolded && heading}
      {tables.map((table) => (
        <FieldTable key={table.path} table={table} />
      ))}
    </div>
  )
  if (!isFolded) return group
  return (
    <details className={classes.folded}>
      <summary>
        {heading}
        <Text span size="xs" c="dimmed">
          {counted(properties.length + tables.length, 'field', 'fields')}
        </Text>
      </summary>
      {group}
    </details>
  )
}

function propertyOf(item: FieldItem, command: string | undefined): Property {
  const value = shown(item.name, item.field, item.value, command)
  return {
    label: item.label,
    wireName: item.path,
    value: item.value === undefined ? unknown : <FieldValue label={item.label} shown={value} />,
    copy: copyOf(value),
    note: notesOf(item),
  }
}

const unknown = (
  <Text span size="sm" c="dimmed">
    Unknown
  </Text>
)

const copyOf = (value: DisplayedValue) =>
  value.as === 'code' || value.as === 'text' ? value.text : value.as === 'moment' ? value.raw : undefined

function notesOf({ path, name, field, differs }: FieldItem): ReactNode {
  const notes = [
    field?.note,
    path !== name && field ? `From ${path}` : undefined,
    ...differs.map((copy) => `${copy.path} differs: ${textOf(copy.value) || 'empty'}`),
  ].filter((note) => note !== undefined)
  return notes.length > 0 ? notes.join('. ') : undefined
}
