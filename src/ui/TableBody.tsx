import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import type { Column } from './column.ts'
import classes from './DataTable.module.css'

type Rows<T> = readonly { id: string; original: T }[]
type Props<T> = {
  rows: Rows<T>
  columns: readonly Column<T>[]
  rowHref: ((row: T) => string) | undefined
  loading: boolean | undefined
}

const skeletonRows = Array.from({ length: 12 }, (_, row) => row)

export function TableBody<T>({ rows, columns, rowHref, loading }: Props<T>) {
  if (loading && rows.length === 0) {
    return (
      <tbody>
        {skeletonRows.map((row) => (
          <tr key={row}>
            {columns.map(({ id, priority }, column) => (
              <td key={id} data-priority={priority}>
                <Skeleton height={12} width={`${85 - ((row * 7 + column * 23) % 50)}%`} radius="sm" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    )
  }
  return (
    <tbody>
      {rows.map(({ id, original }) => (
        <tr key={id}>
          {columns.map((column, index) => (
            <Cell key={column.id} row={original} column={column} href={index === 0 ? rowHref?.(original) : undefined} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type CellProps<T> = { row: T; column: Column<T>; href: string | undefined }

function Cell<T>({ row, column: { header, cell, value, align, priority }, href }: CellProps<T>) {
  const content = cell(row)
  const text = typeof content === 'string' ? content : value?.(row)
  return (
    <td
      data-label={header}
      data-align={align}
      data-priority={priority}
      title={text === undefined ? undefined : `${text}`}
    >
      {href === undefined ? (
        content
      ) : (
        <Link to={href} className={classes.link}>
          {content}
        </Link>
      )}
    </td>
  )
}
