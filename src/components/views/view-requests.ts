import { toWireInput } from '#contract/http/http.ts'
import { maxRowsOfPage, type Question } from '#contract/console/views/views.ts'
import { viewedLists } from '#contract/console/views/viewed-lists.ts'
import type { RowSource } from '#ui/table/further.ts'
import { defaultLimit } from '#ui/table/state/all-rows.ts'

/** Dialog requested by a list. Rendered outside of its popup panel, which closes as soon as a dialog opens. */
type Request =
  | { kind: 'share'; page: string; search: string; question: Question | undefined }
  | { kind: 'export'; name: string; question: Question; total: number }

let request: Request | undefined
const listeners = new Set<() => void>()

export const requested = () => request
export function ask(next: Request | undefined) {
  request = next
  for (const listener of listeners) listener()
}
export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The list's request for evaluation on the server; undefined for lists that the console cannot load in the background.
 */
export function questionOf(csv: RowSource | undefined, columns: readonly string[]): Question | undefined {
  const known = viewedLists.get(csv?.endpoint?.id ?? '')
  if (!known) return undefined
  const { endpoint, part, limit } = known
  // The console adds its own paging, which some lists require.
  const paging = part(0, limit)
  const wire = toWireInput(endpoint, { ...csv?.asking, ...paging })
  const input = Object.fromEntries(Object.entries(wire).filter(([name]) => !(name in paging)))
  return { list: endpoint.id, input, columns: [...columns] }
}

/**
 * Requests the export dialog for lists that are too long to export in the browser, and exports others there. If the total
 * is that of an earlier request, the current one is requested.
 */
export function takeExport(
  csv: RowSource | undefined,
  columns: readonly { id: string }[],
  total: number | undefined,
  isStale: boolean | undefined,
  exportHere: () => void,
): void {
  const take = (count = 0) => {
    const ids = columns.map(({ id }) => id)
    const question = count > maxRowsOfPage ? questionOf(csv, ids) : undefined
    if (question) ask({ kind: 'export', name: csv?.name ?? '', question, total: count })
    else exportHere()
  }
  if (isStale && viewedLists.has(csv?.endpoint?.id ?? '')) void totalOf(csv).then(take)
  else take(total)
}

/** Undefined if it cannot be read: an export in the browser reports the error of its own request. */
const totalOf = async (csv: RowSource | undefined) =>
  (await csv?.pageOf?.(0, csv.limit ?? defaultLimit, new AbortController().signal).catch(() => undefined))?.total
