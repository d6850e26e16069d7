import { Skeleton } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { Column } from './column.ts'
import classes from './DataTable.module.css'
import { InTable } from './in-table.ts'

type Props<T> = {
  rows: readonly { id: string; original: T }[]
  columns: readonly Column<T>[]
  rowHref: ((row: T) => string) | undefined
  loading: boolean
}

export function TableBody<T>({ rows, columns, rowHref, loading }: Props<T>) {
  if (loading && rows.length === 0) return <SkeletonRows columns={columns} />
  return (
    <InTable value>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links are what one presses */}
      <tbody onKeyDown={moveBetweenRows}>
        {rows.map(({ id, original }) => (
          <tr key={id}>
            {columns.map((column, index) => (
              <td key={column.id} data-label={column.header} data-align={column.align} data-priority={column.priority}>
                {index === 0 && rowHref ? (
                  <Link to={rowHref(original)} className={classes.link}>
                    {column.cell(original)}
                  </Link>
                ) : (
                  column.cell(original)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </InTable>
  )
}

const skeletonRows = Array.from({ length: 12 }, (_, row) => row)

function SkeletonRows<T>({ columns }: Pick<Props<T>, 'columns'>) {
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

/** Up and down go from the link of one row to the link of the next, so that Tab is not needed fifty times. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('td:first-child > a')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
