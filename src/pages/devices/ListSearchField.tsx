import { Empty } from '#ui/feedback/Empty.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { ListSearch } from './list-state.ts'

type Props = {
  search: ListSearch
  show: (change: Partial<ListSearch>, replace?: boolean) => void
}

export const ListSearchField = ({ search, show, placeholder }: Props & { placeholder: string }) => (
  <Group>
    <SearchField value={search.search} placeholder={placeholder} onChange={(text) => show({ search: text }, true)} />
  </Group>
)

/** Why a list is empty, and the way back to one that is not. */
export function NothingListed({ search, show, what, hint }: Props & { what: string; hint: string }) {
  const action = (label: string, change: Partial<ListSearch>) => (
    <Button variant="default" size="xs" onClick={() => show(change)}>
      {label}
    </Button>
  )
  if (search.page > 1)
    return <Empty title={`There is no page ${search.page}`} action={action('Go to the first page', {})} />
  if (search.search.trim() === '') return <Empty title={`No ${what} yet`} hint={hint} />
  return (
    <Empty title={`No ${what} match “${search.search.trim()}”`} action={action('Clear the search', { search: '' })} />
  )
}
