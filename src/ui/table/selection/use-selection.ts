import { useCallback, useMemo, useRef, useState } from 'react'
import { among, countOf, everything, isSelected, nothing, type Selection, withRows } from './selection.ts'

type Given<T> = {
  rows: readonly { id: string; original: T }[]
  /** Ids of all rows regardless of filters; undefined if the server pages. */
  known: ReadonlySet<string> | undefined
  /** Number of rows that match the filters. */
  matching: number | undefined
  /** The filters as text. A selection of all matching rows is cleared when it changes. */
  scope: string
}

export type SelectionState<T> = ReturnType<typeof useSelection<T>>

/** Row selection. Individually selected rows stay selected when filters change; "all that match" is cleared. */
export function useSelection<T>({ rows, known, matching, scope }: Given<T>) {
  const [chosen, setChosen] = useState<{ selection: Selection; scope: string }>({ selection: nothing, scope })
  // Removed rows are not selected any more.
  const selection = useMemo(() => among(chosen.selection, known), [chosen.selection, known])
  /** Rows by id: a selected row can be on a page that is no longer loaded. */
  const seen = useRef(new Map<string, T>())
  if (chosen.scope !== scope) setChosen({ selection: selection.all ? nothing : selection, scope })

  const change = useCallback((changed: readonly { id: string; original: T }[], on: boolean) => {
    for (const { id, original } of changed) seen.current.set(id, original)
    const ids = changed.map(({ id }) => id)
    setChosen(({ selection, scope }) => ({ selection: withRows(selection, ids, on), scope }))
  }, [])
  const toggle = useCallback((row: { id: string; original: T }) => {
    seen.current.set(row.id, row.original)
    setChosen(({ selection, scope }) => ({
      selection: withRows(selection, [row.id], !isSelected(selection, row.id)),
      scope,
    }))
  }, [])
  const deselect = (ids: readonly string[]) =>
    setChosen(({ selection, scope }) => ({
      selection: selection.all ? nothing : withRows(selection, ids, false),
      scope,
    }))
  const chosenHere = rows.filter(({ id }) => isSelected(selection, id)).length
  return {
    selection,
    count: countOf(selection, matching),
    isEmpty: !selection.all && selection.ids.size === 0,
    elsewhere: selection.all ? 0 : selection.ids.size - chosenHere,
    here: chosenHere === 0 ? ('none' as const) : chosenHere === rows.length ? ('all' as const) : ('some' as const),
    toggle,
    toggleHere: () => change(rows, chosenHere < rows.length),
    chooseEverything: () => setChosen({ selection: everything, scope }),
    deselect,
    clear: () => setChosen({ selection: nothing, scope }),
    /** The selected rows that have been loaded. */
    seenRows: () => (selection.all ? [] : [...selection.ids].flatMap((id) => seen.current.get(id) ?? [])),
  }
}
