import type { ReactNode } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { AnyState } from './list-address.ts'
import type { ListState } from './use-list-state.ts'

/** What an empty list says. */
export type Nothing = {
  /** What is listed: "computers". */
  many: string
  /** One of them, where it can be counted. */
  one?: string
  /** What to say where nothing at all is there, why, and what to do about it. */
  none?: string
  hint?: ReactNode
  action?: ReactNode
  /** What else may help where the filters leave nothing. */
  unmatched?: { hint?: string; actions?: ReactNode }
}

type Props<S extends AnyState> = Nothing & {
  of: Pick<ListState<S>, 'list' | 'state' | 'show' | 'clear'>
  /** How many rows match, where it is known. */
  total?: number
}

/** Why a list is empty, and the way back to one that is not. */
export function NothingListed<S extends AnyState>(props: Props<S>) {
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
      title={`No matching ${many}`}
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
