import { ActionIcon, Group } from '@mantine/core'
import { CompactSelect } from '#ui/form/compact/CompactSelect.tsx'
import {
  type Icon,
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '#ui/theme/icons.ts'
import type { ServerPage } from './column.ts'
import classes from './table.module.css'

type Props = ServerPage & {
  total: number | undefined
  /** Offset of the first row shown. */
  first: number
  /** Number of rows shown. */
  count: number
  loading: boolean
}

const sizes = ['25', '50', '100', '200']
const sizeOption = (size: string) => ({ value: size, label: size })
const say = (count: number) => count.toLocaleString('en')

const rangeOf = (loading: boolean, first: number, count: number) =>
  loading ? 'Loading' : count === 0 ? 'No rows' : `${say(first + 1)}–${say(first + count)}`

export function Pager({ offset, limit, total, first, count, loading, onChange }: Props) {
  const isHere = first === offset
  const isLast = loading || total === undefined ? isHere && count < limit : offset + (isHere ? count : limit) >= total
  const last = total === undefined ? undefined : Math.max(0, Math.ceil(total / limit) - 1) * limit
  const go = (offset: number) => onChange({ offset: Math.max(0, offset) })
  return (
    <nav className={classes.pager} aria-label="Pages">
      <output className={classes.range}>
        {rangeOf(loading, first, count)}
        {total !== undefined && ` of ${say(total)}`}
      </output>
      <Group gap="xs" wrap="nowrap">
        <CompactSelect
          label="Rows per page"
          value={String(limit)}
          options={(sizes.includes(String(limit)) ? sizes : [String(limit), ...sizes]).map(sizeOption)}
          onChange={(size) => onChange({ limit: Number(size), offset: 0 })}
        />
        <Step icon={IconChevronLeftPipe} label="First page" disabled={offset === 0} onClick={() => go(0)} />
        <Step icon={IconChevronLeft} label="Previous page" disabled={offset === 0} onClick={() => go(offset - limit)} />
        <Step icon={IconChevronRight} label="Next page" disabled={isLast} onClick={() => go(offset + limit)} />
        {last !== undefined && (
          <Step icon={IconChevronRightPipe} label="Last page" disabled={isLast} onClick={() => go(last)} />
        )}
      </Group>
    </nav>
  )
}

type StepProps = { icon: Icon; label: string; disabled: boolean; onClick: () => void }

function Step({ icon: Shape, label, disabled, onClick }: StepProps) {
  return (
    <ActionIcon variant="default" size="md" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Shape size={16} aria-hidden />
    </ActionIcon>
  )
}
