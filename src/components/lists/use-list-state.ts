import { useAddress } from '#ui/table/address.ts'
import type { ServerPage } from '#ui/table/column.ts'
import type { AnyState, ListAddress } from './list-address.ts'

export type ListState<S extends AnyState> = ReturnType<typeof useListState<S>>

/**
 * State of a list in the URL, and functions to change it. Changes with `replace`, such as typing, add no history entry.
 */
export function useListState<S extends AnyState>(list: ListAddress<S>) {
  const address = useAddress()
  const [now, changeAddress] = address
  const state = list.read(now)
  const show = (change: Partial<S>, replace = false) =>
    changeAddress((then) => list.write(then, change), { replace, preventScrollReset: replace })
  return { list, state, latest: () => list.read(address[2]()), show, address, clear: () => show(list.cleared()) }
}

type Paged = { page: number; size: number; sort?: string }

/** Page and sort order of a server-side list; the sort order is "name" or "-name". */
export function serverPage<S extends AnyState & Paged>({
  state,
  show,
  latest,
}: Pick<ListState<S>, 'state' | 'show' | 'latest'>): ServerPage {
  const { page, size } = state
  return {
    offset: (page - 1) * size,
    limit: size,
    sort: sortOf(state),
    latestSort: () => sortOf(latest()),
    onChange: ({ offset = 0, limit = size, sort: to }) =>
      show({
        page: Math.floor(offset / limit) + 1,
        size: limit,
        ...(to && { sort: `${to.descending ? '-' : ''}${to.id}` }),
      } as Partial<S>),
  }
}

const sortOf = ({ sort }: { sort?: string }) =>
  sort ? { id: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : undefined
