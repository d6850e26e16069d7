import type { Question } from '#contract/console/views/views.ts'
import { indexPrefix, type ViewedList, viewedLists } from '#contract/console/views/viewed-lists.ts'
import { type Output, serviceOf } from '#contract/endpoint.ts'
import { maxThings } from '#contract/fleet/fleet-endpoints.ts'
import { fromWireInput } from '#contract/http/http.ts'
import type { JsonObject } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import type { JobOwner, Owner, People } from '#platform/console.ts'

export type ViewReader = { callAs: People['callAs']; owner: Owner | JobOwner; signal: AbortSignal }
type ListQuery = Pick<Question, 'list' | 'input'>
type Page = { rows: object[]; total?: number | undefined }

/** The list of a view, with its input validated by the endpoint. */
export function requireList({ list, input }: ListQuery): ViewedList {
  const found = viewedLists.get(list)
  if (!found)
    throw new Problem('INVALID_INPUT', `list: ${list} is not a list that views can use`, {
      service: 'console',
      field: 'list',
    })
  fromWireInput(found.endpoint, { ...input, ...found.part(0, 1) }, 'console')
  return found
}

const pageOf = async (asker: ViewReader, list: ViewedList, input: JsonObject, offset: number, limit: number) => {
  const { callAs, owner, signal } = asker
  const asked = fromWireInput(list.endpoint, { ...input, ...list.part(offset, limit) }, 'console')
  return (await callAs(owner, list.endpoint, asked, signal)) as Page
}

/**
 * All rows by paging, without duplicates. Ends at a repeated page, unless the server reports more rows. Rows have the
 * fields of the index named in `columns` as `index`.
 */
export async function* rowsOf(
  asker: ViewReader,
  question: ListQuery & Partial<Pick<Question, 'columns'>>,
  max: number,
): AsyncGenerator<[id: string, row: object]> {
  const list = requireList(question)
  const further = (question.columns ?? []).flatMap((name) =>
    name.startsWith(indexPrefix) ? name.slice(indexPrefix.length) : [],
  )
  const seen = new Set<string>()
  for (let offset = 0; ;) {
    const { rows, total } = await pageOf(asker, list, question.input, offset, list.limit)
    const before = seen.size
    const ofIndex = await indexed(asker, list, rows, further)
    for (const row of rows) {
      const id = JSON.stringify(list.id(row))
      if (seen.has(id)) continue
      seen.add(id)
      if (seen.size > max) throw tooMany(max)
      const index = ofIndex && { index: ofIndex(row) }
      yield [id, { ...(list.flat?.(row) ?? row), ...index }]
    }
    offset += rows.length
    const isLast = total === undefined ? rows.length < list.limit : offset >= total
    if (isLast || rows.length === 0) return
    if (seen.size > before) continue
    if (total === undefined) return
    throw incomplete(list, seen.size, total)
  }
}

/** Fields of rows from the index, in text where the index does not have the row or its record. */
async function indexed({ callAs, owner, signal }: ViewReader, list: ViewedList, rows: object[], columns: string[]) {
  const { index } = list
  if (!index || columns.length === 0) return undefined
  const idOf = (row: object) => String(list.id(row)[0] ?? '')
  const ids = [...new Set(rows.map(idOf).filter(Boolean))]
  const known = new Map<string, Output<typeof index>['rows'][number]>()
  let unread = 'Not read yet'
  for (let from = 0; from < ids.length; from += maxThings) {
    const part = { ids: ids.slice(from, from + maxThings), columns }
    const { rows: found, state } = await callAs(owner, index, part, signal)
    if (state.state === 'no-credential') throw withoutIndex(list)
    if (state.withoutRecords) unread = 'Not reported'
    for (const row of found) known.set(row.id, row)
  }
  return (row: object) => {
    const found = known.get(idOf(row))
    const instead = found === undefined ? 'Not in the index' : found.isRead ? '' : unread
    return Object.fromEntries(columns.map((name) => [name, found?.values[name] ?? instead]))
  }
}

const withoutIndex = ({ endpoint }: ViewedList) =>
  new Problem('KEY_NEEDED', 'The list has columns of the index, and the console has no credential to build it', {
    service: serviceOf(endpoint),
  })

/** The total reported by the server, or else the number of rows on the first page. */
export async function countOf(asker: ViewReader, question: ListQuery): Promise<{ count: number; isMore: boolean }> {
  const list = requireList(question)
  const { total } = await pageOf(asker, list, question.input, 0, 1)
  if (total !== undefined) return { count: total, isMore: false }
  const { rows } = await pageOf(asker, list, question.input, 0, list.limit)
  return { count: rows.length, isMore: rows.length >= list.limit }
}

/** An incomplete list is an error. */
const incomplete = ({ endpoint }: ViewedList, count: number, total: number) =>
  new Problem('UNEXPECTED_CONTENT', `The server has ${total} rows, and sent the same ${count} again`, {
    service: serviceOf(endpoint),
  })

const tooMany = (max: number) =>
  new Problem('ANSWER_TOO_LARGE', `The list has more than ${max.toLocaleString('en')} rows`, { service: 'console' })
