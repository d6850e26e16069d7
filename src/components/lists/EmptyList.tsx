import type { ReactNode } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { AnyState } from './list-address.ts'
import type { ListState } from './use-list-state.ts'

/** Texts of an empty list. */
export type EmptyTexts = {
  /** Plural noun: "computers". */
  many: string
  /** Singular noun, if rows are countable. */
  one?: string
  /** Title, hint and action if the list has no rows at all. */
  none?: string
  hint?: ReactNode
  action?: ReactNode
  /** Title and further suggestions if no row matches the filters. */
  unmatched?: { title?: string; hint?: string; actions?: ReactNode }
}

type Props<S extends AnyState> = EmptyTexts & {
  of: Pick<ListState<S>, 'list' | 'state' | 'show' | 'clear'>
  /** Number of matching rows, if known. */
  total?: number
}

/** Empty state of a list with its reason (page out of range, no rows, no matches) and a way out. */
export function EmptyList<S extends AnyState>(props: Props<S>) {
  const { of, total, many, one = many, none = `No ${many} yet`, hint, action, unmatched } = props
  const { list, state, show, clear } = of
  const { page = 1 } = state
  if (Number(page) > 1 && total !== 0) {
    return (
      <Empty
        title={`There is no page ${page}`}
        hint={
          total === undefined
            ? undefined
            : `${total.toLocaleString('en')} ${total === 1 ? `${one} matches` : `${many} match`}.`
        }
        action={<Way label="Go to the first page" onClick={() => show({})} />}
      />
    )
  }
  const active = list.active(state)
  if (active.length === 0) return <Empty title={none} hint={hint} action={action} />
  const said = `Filtered by ${active.map((name) => list.filterText(state, name)).join(', ')}.`
  return (
    <Empty
      title={unmatched?.title ?? `No matching ${many}`}
      hint={unmatched?.hint ? `${said} ${unmatched.hint}` : said}
      action={
        <Group gap="xs" justify="center">
          {unmatched?.actions}
          <Way label={list.filters.length === 1 ? 'Clear the search' : 'Clear the filters'} onClick={clear} />
        </Group>
      }
    />
  )
}

const Way = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    {label}
  </Button>
)
