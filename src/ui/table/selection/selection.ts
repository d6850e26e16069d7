/**
 * Which rows are chosen: these, or, where a server pages, every one that matches but these. It survives paging, as no
 * page is part of it.
 */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> }

export const nothing: Selection = { all: false, ids: new Set() }
export const everything: Selection = { all: true, except: new Set() }

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.all ? !selection.except.has(id) : selection.ids.has(id)

/** Choose these rows, or let go of them. */
export function withRows(selection: Selection, ids: readonly string[], chosen: boolean): Selection {
  if (selection.all) {
    return {
      all: true,
      except: chosen ? selection.except.difference(new Set(ids)) : selection.except.union(new Set(ids)),
    }
  }
  return { all: false, ids: chosen ? selection.ids.union(new Set(ids)) : selection.ids.difference(new Set(ids)) }
}

/** Of these rows alone, where it is known which there are. */
export const among = (selection: Selection, known: ReadonlySet<string> | undefined): Selection =>
  selection.all || !known ? selection : { all: false, ids: selection.ids.intersection(known) }

/** How many rows are chosen, where it can be known. */
export const countOf = (selection: Selection, matching: number | undefined): number | undefined =>
  !selection.all ? selection.ids.size : matching === undefined ? undefined : matching - selection.except.size
