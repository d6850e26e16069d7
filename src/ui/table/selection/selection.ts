/**
 * Selected rows: a set of ids or, if the server pages, all matching rows except a set. Independent of the current page.
 */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> }

export const nothing: Selection = { all: false, ids: new Set() }
export const everything: Selection = { all: true, except: new Set() }

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.all ? !selection.except.has(id) : selection.ids.has(id)

/** Adds rows to the selection or removes them. */
export function withRows(selection: Selection, ids: readonly string[], chosen: boolean): Selection {
  if (selection.all) {
    return {
      all: true,
      except: chosen ? selection.except.difference(new Set(ids)) : selection.except.union(new Set(ids)),
    }
  }
  return { all: false, ids: chosen ? selection.ids.union(new Set(ids)) : selection.ids.difference(new Set(ids)) }
}

/** Limits the selection to the given rows, if they are known. */
export const among = (selection: Selection, known: ReadonlySet<string> | undefined): Selection =>
  selection.all || !known ? selection : { all: false, ids: selection.ids.intersection(known) }

/** Number of selected rows; undefined if it cannot be known. */
export const countOf = (selection: Selection, matching: number | undefined): number | undefined =>
  !selection.all ? selection.ids.size : matching === undefined ? undefined : matching - selection.except.size
