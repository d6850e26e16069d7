import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import type { Column, ColumnKind } from './column.ts'
import { held } from './held.ts'
import { TabStop } from './tab-stop.ts'
import classes from './table.module.css'

/**
 * Options in which a column differs from the default of its kind. `cell` replaces the display, not the sort and export
 * value.
 */
export type Look<T> = Partial<Omit<Column<T>, 'id' | 'header' | 'value'>> & {
  /** Shown for a missing value; "–" by default. */
  missing?: string
  /** Link target of the text. */
  to?: (row: T) => string | undefined
  /** Allows line breaks within a long text without spaces, such as a path. */
  breaks?: boolean
  /** The unparsed timestamp, for the tooltip. */
  raw?: (row: T) => string | undefined
}

/** Creates a column from its id, heading and value. */
type Make<T, V> = (id: string, header: string, value: (row: T) => V, look?: Look<T>) => Column<T>

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Column factories for a list. `common` applies to all columns; `read` converts a value to text. */
export function basicColumns<T, V = string | undefined>(
  common: Look<T> = {},
  read: (value: NonNullable<V>) => string = asText,
) {
  const textual =
    (kind: ColumnKind, wrap: (text: ReactNode) => ReactNode = (text) => text): Make<T, V> =>
    (id, header, value, own) => {
      const look = { ...common, ...own }
      const text = (row: T) => {
        const found = value(row)
        return found === undefined || found === null ? undefined : read(found)
      }
      const cell = (row: T) => {
        const found = text(row)
        const shown = found || (look.missing ?? '–')
        const to = found && look.to?.(row)
        const content = wrap(look.breaks ? <Breakable text={shown} /> : held(shown))
        return to ? <TextLink {...{ to, content }} /> : content
      }
      return { id, header, kind, value: text, cell, ...look }
    }
  const number: Make<T, number | undefined> = (id, header, value, own) => {
    const look = { ...common, ...own }
    const cell = (row: T) => value(row)?.toLocaleString('en') ?? look.missing ?? '–'
    return { id, header, kind: 'number', align: 'end', value, cell, ...look }
  }
  const date: Make<T, Date | undefined> = (id, header, value, own) => {
    const look = { ...common, ...own }
    const cell = (row: T) => <Moment at={value(row)} raw={look.raw?.(row)} />
    return { id, header, kind: 'date', value: (row) => value(row)?.getTime(), cell, ...look }
  }
  const badge: Make<T, { label: string; tone: Tone } | undefined> = (id, header, value, own) => {
    const look = { ...common, ...own }
    const cell = (row: T) => {
      const found = value(row)
      return found ? <StatusBadge tone={found.tone}>{found.label}</StatusBadge> : (look.missing ?? '–')
    }
    return { id, header, kind: 'choice', value: (row) => value(row)?.label, cell, ...look }
  }
  return {
    text: textual('text'),
    /** A text with few distinct values, which are offered as filter options. */
    choice: textual('choice'),
    /** Text in a monospace font, such as an identifier. */
    code: textual('text', (text) => <code>{text}</code>),
    number,
    date,
    badge,
    /** Buttons for actions on the row. */
    actions: (cell: Column<T>['cell'], look?: Look<T>): Column<T> => ({
      id: 'actions',
      header: 'Actions',
      priority: 1,
      cell,
      ...look,
    }),
  }
}

type TextLinkProps = { to: string; content: ReactNode }

/** A plain link: hundreds of them are drawn at once. */
const TextLink = ({ to, content }: TextLinkProps) => (
  <Link className={classes.textLink} to={to} tabIndex={use(TabStop)}>
    {content}
  </Link>
)
